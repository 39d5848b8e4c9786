package dev.baton.app.web.insight;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.insight.ChartView.Day;
import dev.baton.app.web.insight.ChartView.Series;
import dev.baton.app.web.insight.ChartView.TableView;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.BudgetView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.orchestrator.insight.Insights.Figures;
import dev.baton.orchestrator.insight.Insights.Outcome;
import dev.baton.orchestrator.store.InsightTable.Kind;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.DoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Shows how the work went, in charts that are tables too. */
public final class InsightsPage {
  private static final List<Integer> SPANS = List.of(7, 30, 90);
  private static final int USUAL = 30;
  private static final List<String> COLOURS = List.of("c1", "c2", "c3");

  /**
   * What the page shows.
   *
   * @param days how many, of which today is the last
   * @param spans those that can be chosen
   * @param project the one that is shown, by its id; empty text for all
   * @param budget of that project
   * @param kinds success by executor and variant
   * @param sums tokens and money by what they were spent for
   */
  record InsightsView(
      int days,
      List<Integer> spans,
      String project,
      BudgetField budget,
      String zone,
      boolean isEmpty,
      List<Figure> figures,
      ChartView attempts,
      List<KindRow> kinds,
      ChartView money,
      ChartView tokens,
      ChartView waiting,
      List<TableView> sums) {
    String address(int span) {
      return "/insights?days=%d%s".formatted(span, project.isEmpty() ? "" : "&project=" + project);
    }
  }

  /** A number at the head of the page, with a line below. */
  record Figure(String name, String number, String words) {}

  private final Orchestrator orchestrator;
  private final Frames frames;

  public InsightsPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, visit.query(), field -> field);
  }

  /** The page with why the budget of a project was not set. */
  public Route.Response refused(Visit visit, ToolFailure failure) {
    return show(
        visit,
        failure.code().equals(FailureCode.ALREADY_DONE) ? 409 : 422,
        visit.form(),
        field -> field.refused(visit.form().text("budget"), Sentences.of(failure)));
  }

  private Route.Response show(
      Visit visit, int status, Fields asked, UnaryOperator<BudgetField> budget) {
    var span = asked.find("days").map(InsightsPage::days).orElse(USUAL);
    var chosen = Visit.id(asked.text("project"));
    var frame =
        chosen
            .map(id -> frames.frame(visit, Frame.Place.INSIGHTS, "Insights", id))
            .orElseGet(() -> frames.frame(visit, Frame.Place.INSIGHTS, "Insights"));
    var project = frame.project().map(Project::id);
    if (asked.find("project").isPresent() && project.isEmpty()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "There is no project '%s' on the board".formatted(VisibleText.of(asked.text("project"))),
          "It was archived or deleted, or the address is wrong: go to Insights and choose another"
              + " one");
    }
    var view = view(frame, project, span, budget);
    return Html.page(status, out -> JteinsightsGenerated.render(out, Html.PLAIN, frame, view));
  }

  private static int days(String text) {
    return SPANS.stream()
        .filter(span -> text.equals("" + span))
        .findFirst()
        .orElseThrow(
            () ->
                ToolFailure.invalid(
                    "Insights has no figures for '%s' days".formatted(VisibleText.of(text)),
                    "Go to Insights and choose 7, 30 or 90 days"));
  }

  private InsightsView view(
      Frame frame, Optional<UUID> project, int span, UnaryOperator<BudgetField> budget) {
    var costs = orchestrator.costs();
    var query = new CostQuery(project, Optional.empty(), costs.since(span));
    var total = costs.figures(query).total();
    var figures = orchestrator.insights().read(query);
    var dates = figures.days().stream().map(it -> it.day()).toList();
    var agents = costs.sums(query, By.DAY_AND_EXECUTOR);
    return new InsightsView(
        span,
        SPANS,
        project.map(UUID::toString).orElse(""),
        budget.apply(
            project
                .flatMap(costs::budgetOfProject)
                .map(it -> BudgetField.of(BudgetView.of(it)))
                .orElseGet(BudgetField::none)),
        ZoneId.systemDefault().getId(),
        figures.all().attempts() == 0 && total.turns() == 0,
        heads(figures, total, span),
        attempts(figures),
        figures.kinds().stream().map(KindRow::of).toList(),
        byAgent("money", "Money per day", dates, agents, InsightsPage::dollars, true),
        byAgent("tokens", "Tokens per day", dates, agents, InsightsPage::tokens, false),
        waiting(figures),
        sums(frame, query));
  }

  private static List<Figure> heads(Figures figures, Cost total, int span) {
    var all = figures.all();
    var outcomes =
        Stream.of(Outcome.DONE, Outcome.DROPPED, Outcome.FAILED, Outcome.OPEN)
            .map(
                outcome ->
                    "%d %s"
                        .formatted(
                            figures.days().stream().mapToLong(day -> day.count(outcome)).sum(),
                            outcome.name().toLowerCase(Locale.ROOT)))
            .toList();
    return List.of(
        new Figure("Attempts", "" + all.attempts(), String.join(", ", outcomes)),
        new Figure(
            "Reach review",
            KindRow.share(all).map(share -> share + " %").orElse("–"),
            KindRow.share(figures.before())
                .map(share -> "%d %% in the %d days before".formatted(share, span))
                .orElse("none in the %d days before".formatted(span))),
        new Figure(
            "Time to review",
            all.median().map(InsightsPage::span).orElse("–"),
            all.slow()
                .map(slow -> "median; nine in ten within " + span(slow))
                .orElse("no attempt came to review")),
        new Figure("Spent", money(total), spentWords(total, all)));
  }

  private static String spentWords(Cost total, Kind all) {
    var tokens =
        total
            .tokens()
            .map(it -> atLeast(total) + tokens((double) (it.input() + it.output())) + " tokens")
            .orElse("tokens unknown");
    if (!total.isKnown()) {
      return "%s; %d of %d turns did not say".formatted(tokens, total.silent(), total.turns());
    }
    return all.attempts() == 0
        ? tokens
        : "%s, %s an attempt"
            .formatted(tokens, dollars(total.atLeast().doubleValue() / all.attempts()));
  }

  /** What is known; a lower bound is called so. */
  private static String money(Cost cost) {
    if (cost.turns() == 0) {
      return "$0.00";
    }
    return cost.usd()
        .map(usd -> (cost.isKnown() ? "" : "at least ") + Dollars.words(usd))
        .orElse("unknown");
  }

  private static String span(long millis) {
    return Ages.span(Duration.ofMillis(millis));
  }

  private static ChartView attempts(Figures figures) {
    var series =
        List.of(
            new Series("Done", "c1"),
            new Series("Open", "c2"),
            new Series("Dropped", "c3"),
            new Series("Failed", "failed"));
    var days = new ArrayList<Day>();
    for (var day : figures.days()) {
      days.add(
          Day.of(
              day.day(),
              figures.days().size(),
              (double) day.count(Outcome.DONE),
              (double) day.count(Outcome.OPEN),
              (double) day.count(Outcome.DROPPED),
              (double) day.count(Outcome.FAILED)));
    }
    return ChartView.of("attempts", "Attempts per day", series, days, InsightsPage::whole);
  }

  private static ChartView waiting(Figures figures) {
    var series = List.of(new Series("In line on average", "c1"));
    var days = new ArrayList<Day>();
    for (var day : figures.days()) {
      var waited = day.waited().map(Duration::toMillis);
      var drawn = Day.of(day.day(), figures.days().size(), waited.orElse(0L) / 1000.0);
      var longest = day.longest().map(Duration::toMillis).orElse(0L);
      days.add(
          new Day(
              drawn.name(),
              drawn.label(),
              drawn.parts(),
              List.of(
                  waited
                      .map(it -> "%s, at most %s".formatted(span(it), span(longest)))
                      .orElse(Day.NOTHING))));
    }
    return ChartView.of(
        "waiting", "Waiting in line", series, days, seconds -> span((long) (seconds * 1000)), 2);
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
        parts[place] += isMoney ? cost.atLeast().doubleValue() : tokens(cost);
        spent.get(place).add(cost);
      }
      var heights = Day.of(date, dates.size(), parts);
      var words = new ArrayList<String>();
      for (int place = 0; place < parts.length; place++) {
        words.add(words(spent.get(place), isMoney, figure.apply(parts[place])));
      }
      days.add(new Day(heights.name(), heights.label(), heights.parts(), words));
    }
    return ChartView.of(id, title, series, days, figure);
  }

  /** What an agent does not say is unknown, never 0. */
  private static String words(List<Cost> spent, boolean isMoney, String sum) {
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

  private static double tokens(Cost cost) {
    return cost.tokens().map(it -> it.input() + it.output()).orElse(0L);
  }

  private List<TableView> sums(Frame frame, CostQuery query) {
    var names = new HashMap<String, String>();
    frame.projects().forEach(it -> names.put(it.id().toString(), frame.name(it)));
    return List.of(
        sums(
            "Spent by project",
            "Project",
            query,
            By.PROJECT,
            key -> names.getOrDefault(key, "Archived project")),
        sums(
            "Spent by agent",
            "Agent",
            query,
            By.EXECUTOR,
            key ->
                AgentNames.of(key.split(" ", 2)[0]) + ", " + AgentNames.of(key.split(" ", 2)[1])));
  }

  private TableView sums(
      String caption, String head, CostQuery query, By by, UnaryOperator<String> name) {
    var shown = orchestrator.costs().sums(query, by).entrySet().stream().limit(20).toList();
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

  private static String whole(double number) {
    return number == Math.rint(number) ? "" + (long) number : "" + number;
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
