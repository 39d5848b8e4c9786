package dev.baton.app.web.insight;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.insight.ChartView.Day;
import dev.baton.app.web.insight.ChartView.Series;
import dev.baton.app.web.insight.ChartView.TableView;
import dev.baton.app.web.text.AgentNames;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.orchestrator.progress.Costs;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** The tokens and the money that agents used, in words, charts and tables. */
record Spending(Costs costs, CostQuery query) {
  private static final List<String> COLOURS = List.of("c1", "c2", "c3");

  /** What is known; a lower bound is called so. */
  static String money(Cost cost) {
    if (cost.turns() == 0) {
      return "$0.00";
    }
    return cost.usd()
        .map(usd -> (cost.isKnown() ? "" : "at least ") + Dollars.words(usd))
        .orElse("unknown");
  }

  /** What is said beside the money that was spent in all. */
  static String words(Cost total, long attempts) {
    var tokens =
        total
            .tokens()
            .map(it -> atLeast(total) + tokens((double) (it.input() + it.output())) + " tokens")
            .orElse("tokens unknown");
    if (!total.isKnown()) {
      return "%s; %d of %d turns did not say".formatted(tokens, total.silent(), total.turns());
    }
    return attempts == 0
        ? tokens
        : "%s, %s an attempt".formatted(tokens, dollars(total.atLeast().doubleValue() / attempts));
  }

  /**
   * Money per day.
   *
   * @param sums of each day and executor
   */
  static ChartView moneyPerDay(List<LocalDate> dates, Map<String, Cost> sums) {
    return byAgent("money", "Money per day", dates, sums, Spending::dollars, true);
  }

  /** Tokens per day, of the same sums. */
  static ChartView tokensPerDay(List<LocalDate> dates, Map<String, Cost> sums) {
    return byAgent("tokens", "Tokens per day", dates, sums, Spending::tokens, false);
  }

  /** The two dearest executors have bars of their own, all others share one. */
  private static ChartView byAgent(
      String id,
      String title,
      List<LocalDate> dates,
      Map<String, Cost> sums,
      DoubleFunction<String> figure,
      boolean isMoney) {
    var agents =
        sums.keySet().stream().map(key -> key.substring(key.indexOf(' ') + 1)).distinct().toList();
    var shown = agents.size() <= COLOURS.size() ? agents : agents.subList(0, 2);
    var series = new ArrayList<Series>();
    for (int place = 0; place < shown.size(); place++) {
      series.add(new Series(AgentNames.of(shown.get(place)), COLOURS.get(place)));
    }
    if (shown.size() < agents.size()) {
      series.add(new Series("Others", COLOURS.getLast()));
    }
    var days = new ArrayList<Day>();
    for (var date : dates) {
      var parts = new double[series.size()];
      var spent = new ArrayList<List<Cost>>();
      series.forEach(_ -> spent.add(new ArrayList<>()));
      for (var agent : agents) {
        var place = shown.contains(agent) ? shown.indexOf(agent) : series.size() - 1;
        var cost = sums.getOrDefault(date + " " + agent, Cost.NONE);
        parts[place] += isMoney ? cost.atLeast().doubleValue() : count(cost);
        spent.get(place).add(cost);
      }
      var heights = Day.of(date, dates.size(), parts);
      var words = new ArrayList<String>();
      for (int place = 0; place < parts.length; place++) {
        words.add(barWords(spent.get(place), isMoney, figure.apply(parts[place])));
      }
      days.add(new Day(heights.name(), heights.label(), heights.parts(), words));
    }
    return ChartView.of(id, title, series, days, figure);
  }

  /** What an agent does not say is unknown, never 0. */
  private static String barWords(List<Cost> spent, boolean isMoney, String sum) {
    var ran = spent.stream().filter(cost -> cost.turns() > 0).toList();
    if (ran.isEmpty()) {
      return Day.NOTHING;
    }
    if (ran.stream().allMatch(cost -> isMoney ? cost.usd().isEmpty() : cost.tokens().isEmpty())) {
      return Day.UNKNOWN;
    }
    return ran.stream().allMatch(isMoney ? Cost::isKnown : Cost::isCounted)
        ? sum
        : Day.AT_LEAST + sum;
  }

  private static double count(Cost cost) {
    return cost.tokens().map(it -> it.input() + it.output()).orElse(0L);
  }

  /** What it was spent for. */
  List<TableView> tables(Frame frame) {
    var names = new HashMap<String, String>();
    frame.projects().forEach(it -> names.put(it.id().toString(), frame.name(it)));
    return List.of(
        table(
            "Spent by project",
            "Project",
            By.PROJECT,
            key -> names.getOrDefault(key, "Archived project")),
        table(
            "Spent by agent",
            "Agent",
            By.EXECUTOR,
            key ->
                AgentNames.of(key.split(" ", 2)[0]) + ", " + AgentNames.of(key.split(" ", 2)[1])));
  }

  private TableView table(String caption, String head, By by, UnaryOperator<String> name) {
    var shown = costs.sums(query, by).entrySet().stream().limit(20).toList();
    var most = shown.stream().mapToDouble(it -> it.getValue().atLeast().doubleValue()).max();
    var rows =
        shown.stream()
            .map(
                entry ->
                    List.of(
                        name.apply(entry.getKey()),
                        "" + entry.getValue().turns(),
                        count(entry.getValue(), TokenCount::input),
                        count(entry.getValue(), TokenCount::output),
                        money(entry.getValue())))
            .toList();
    return new TableView(
        caption,
        List.of(head, "Turns", "Tokens read", "Tokens written", "Money"),
        rows,
        shown.stream().map(it -> percent(it.getValue(), most.orElse(0))).toList());
  }

  private static int percent(Cost cost, double most) {
    return most > 0 ? (int) Math.ceil(100 * cost.atLeast().doubleValue() / most) : 0;
  }

  private static String count(Cost cost, ToLongFunction<TokenCount> which) {
    return cost.tokens()
        .map(it -> atLeast(cost) + tokens((double) which.applyAsLong(it)))
        .orElse("unknown");
  }

  /** Tokens of which some agents said nothing are a lower bound. */
  private static String atLeast(Cost cost) {
    return cost.isCounted() ? "" : "at least ";
  }

  private static String dollars(double dollars) {
    return Dollars.words(BigDecimal.valueOf(dollars));
  }

  private static String tokens(double count) {
    if (count >= 1_000_000) {
      return String.format(Locale.ROOT, "%.1f M", count / 1_000_000);
    }
    return count >= 10_000
        ? String.format(Locale.ROOT, "%.0f k", count / 1000)
        : "" + Math.round(count);
  }
}
