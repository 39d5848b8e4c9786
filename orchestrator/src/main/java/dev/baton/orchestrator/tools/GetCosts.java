package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class GetCosts {
  private static final int USUAL_DAYS = 30;

  record Request(
      @Description(FieldText.PROJECT_ID + "; default all") Optional<UUID> projectId,
      @Description(FieldText.TASK_ID + "; default all") Optional<UUID> taskId,
      @Description("How many days back, 1 to 366, today included; default 30")
          Optional<BigInteger> days) {}

  record Response(
      @Description("First day") String since,
      @Description("Last day: today") String until,
      @Description("Time zone of the days, that of the server") String timeZone,
      @Description("All together") Sum total,
      @Description("By day") List<Sum> days,
      @Description("By project, its id in key; dearest first") List<Sum> projects,
      @Description("By task, its id in key; dearest first") List<Sum> tasks,
      @Description("By attempt, its id in key; dearest first; of a task only") List<Sum> attempts,
      @Description("By executor and variant; dearest first") List<Sum> executors,
      @Description("Budgets: " + FieldText.BUDGET) List<ObjectNode> budgets) {}

  record Sum(
      @Description("What it is the sum of") String key,
      @OmitWhenEmpty @Description("What people call it; none if it was deleted")
          Optional<String> name,
      @Description("Turns of agents") long turns,
      @Description("How many of them did not tell what they cost") long unknownTurns,
      @Description("True if all told; else cost_usd is a lower bound") boolean known,
      @Description("True if all told their tokens; else these are a lower bound")
          boolean tokensKnown,
      @Description("Tokens read; null if not told") Optional<Long> inputTokens,
      @Description("Of these, from a cache; null if not told") Optional<Long> cachedInputTokens,
      @Description("Tokens written; null if not told") Optional<Long> outputTokens,
      @Description("US dollars; null if not told") Optional<BigDecimal> costUsd) {
    static Sum of(String key, Optional<String> name, Cost cost) {
      return new Sum(
          key,
          name,
          cost.turns(),
          cost.silent(),
          cost.isKnown(),
          cost.isCounted(),
          cost.usage().map(TokenUsage::inputTokens),
          cost.usage().map(TokenUsage::cachedInputTokens),
          cost.usage().map(TokenUsage::outputTokens),
          cost.usd());
    }
  }

  private GetCosts() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named("get_costs", Request.class, Response.class), orchestrator)
        .title("Get costs")
        .description(
            """
            Shows what agents used and cost, as far as they tell; what they do not tell is null.
            Use when: somebody wants to know where tokens and money went.
            Required: nothing.
            Optional: project_id, task_id, days.
            Next: list_turns for each turn of an attempt; update_task or update_project with budget.
            Avoid: taking cost_usd for the whole sum where known is false.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, GetCosts::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var costs = orchestrator.costs();
    var query =
        new CostQuery(
            request.projectId(),
            request.taskId(),
            costs.since(request.days().map(Limits::whole).orElse(USUAL_DAYS)));
    var figures = costs.figures(query);
    return new Response(
        figures.since().toString(),
        figures.until().toString(),
        ZoneId.systemDefault().getId(),
        Sum.of("all", Optional.empty(), figures.total()),
        sums(orchestrator, query, By.DAY).stream().sorted(Comparator.comparing(Sum::key)).toList(),
        sums(orchestrator, query, By.PROJECT),
        sums(orchestrator, query, By.TASK),
        request.taskId().isPresent() ? sums(orchestrator, query, By.ATTEMPT) : List.of(),
        sums(orchestrator, query, By.EXECUTOR),
        figures.budgets().stream().map(BudgetJson::of).toList());
  }

  private static List<Sum> sums(Orchestrator orchestrator, CostQuery query, By by) {
    var sums = orchestrator.costs().sums(query, by);
    var names = orchestrator.costs().names(by, sums.keySet());
    return sums.entrySet().stream()
        .map(
            entry ->
                Sum.of(
                    entry.getKey(),
                    Optional.ofNullable(names.get(entry.getKey())),
                    entry.getValue()))
        .toList();
  }
}
