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
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.insight.Insights.Figures;
import dev.baton.orchestrator.insight.Insights.Outcome;
import dev.baton.orchestrator.store.InsightTable.Kind;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Shows how the work went, in charts that are tables too. */
public final class InsightsPage {
  private static final List<Integer> SPANS = List.of(7, 30, 90);
  private static final int USUAL = 30;

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

  /** The results of one executor. */
  record KindRow(
      String name, String variant, String attempts, int share, String success, String time) {
    static KindRow of(Kind kind) {
      var words = kind.key().split(" ", 2);
      var share = share(kind);
      return new KindRow(
          AgentNames.of(words[0]),
          AgentNames.of(words[1]),
          Sentence.counted(kind.attempts(), "attempt"),
          share.orElse(0L).intValue(),
          share.map(it -> it + " %").orElse("–"),
          kind.median()
              .map(it -> Ages.span(Duration.ofMillis(it)) + " to review")
              .orElse("none came to review"));
    }

    /** How many in a hundred of those that ended came to review; empty if none ended. */
    static Optional<Long> share(Kind kind) {
      return kind.ended() == 0
          ? Optional.empty()
          : Optional.of(Math.round(100.0 * kind.reviewed() / kind.ended()));
    }
  }

  /**
   * The field for the budget of a project.
   *
   * @param typed what stands in it
   * @param seen what is set, as it would stand in it; empty if nothing is
   * @param budget how much of it is used
   * @param problem why what was typed was not set
   */
  record BudgetField(
      String typed, String seen, Optional<BudgetView> budget, Optional<String> problem) {
    static BudgetField of(BudgetView budget) {
      return new BudgetField(budget.limit(), budget.limit(), Optional.of(budget), Optional.empty());
    }

    static BudgetField none() {
      return new BudgetField("", "", Optional.empty(), Optional.empty());
    }

    /** The same with what was typed and not set. */
    BudgetField refused(String text, String sentence) {
      return new BudgetField(text, seen, budget, Optional.of(sentence));
    }
  }

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
    var spending = new Spending(costs, query);
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
        Spending.moneyPerDay(dates, agents),
        Spending.tokensPerDay(dates, agents),
        waiting(figures),
        spending.tables(frame));
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
        new Figure("Spent", Spending.money(total), Spending.words(total, all.attempts())));
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

  private static String whole(double number) {
    return number == Math.rint(number) ? "" + (long) number : "" + number;
  }
}
