package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.insight.Insights.Day;
import dev.baton.orchestrator.insight.Insights.Outcome;
import dev.baton.orchestrator.store.InsightTable.Kind;
import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class GetInsights {
  private static final int USUAL_DAYS = 30;

  record Request(
      @Description(FieldText.PROJECT_ID + "; default all") Optional<UUID> projectId,
      @Description("How many days back, 1 to 366, today included; default 30")
          Optional<BigInteger> days) {}

  record Response(
      @Description("Time zone of the days, that of the server") String timeZone,
      @Description("All attempts") KindView all,
      @Description("All attempts of as many days before") KindView before,
      @Description("By executor and variant") List<KindView> executors,
      @Description("By day on which they were made") List<DayView> days) {}

  record KindView(
      @Description("What they have in common") String key,
      @Description("Attempts") long attempts,
      @Description("Those that came to an end and were not stopped") long ended,
      @Description("Those of them that came to review") long reviewed,
      @Description("Seconds to review, median; null if none") Optional<Long> medianSeconds,
      @Description("Seconds to review, of nine in ten; null if none") Optional<Long> slowSeconds) {
    static KindView of(Kind kind) {
      return new KindView(
          kind.key(),
          kind.attempts(),
          kind.ended(),
          kind.reviewed(),
          kind.median().map(millis -> millis / 1000),
          kind.slow().map(millis -> millis / 1000));
    }
  }

  record DayView(
      @Description("Date") String day,
      @Description("Attempts whose task is done") long done,
      @Description("Attempts that nobody wanted, or that were stopped") long dropped,
      @Description("Attempts that failed") long failed,
      @Description("Attempts that run, wait or are in review") long open,
      @Description("Seconds in line, on average; null if none began")
          Optional<Long> waitedSeconds) {
    static DayView of(Day day) {
      return new DayView(
          day.day().toString(),
          day.count(Outcome.DONE),
          day.count(Outcome.DROPPED),
          day.count(Outcome.FAILED),
          day.count(Outcome.OPEN),
          day.waited().map(Duration::toSeconds));
    }
  }

  private GetInsights() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_insights", Request.class, Response.class)
        .title("Get insights")
        .description(
            """
            Shows how attempts went: outcomes by day, success and time to review, waiting in line.
            Use when: somebody wants to know which agent does best, or where time goes.
            Required: nothing.
            Optional: project_id, days.
            Next: get_costs for tokens and money.
            Avoid: comparing executors by a handful of attempts.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, GetInsights::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var days = request.days().map(Limits::whole).orElse(USUAL_DAYS);
    var query =
        new CostQuery(request.projectId(), Optional.empty(), orchestrator.costs().since(days));
    // why asked for: it refuses projects that are not there
    var ignored = orchestrator.costs().figures(query);
    var figures = orchestrator.insights().read(query);
    return new Response(
        ZoneId.systemDefault().getId(),
        KindView.of(figures.all()),
        KindView.of(figures.before()),
        figures.kinds().stream().map(KindView::of).toList(),
        figures.days().stream().map(DayView::of).toList());
  }
}
