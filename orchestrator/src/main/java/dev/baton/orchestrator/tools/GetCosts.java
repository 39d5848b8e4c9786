package dev.baton.orchestrator.tools;

import dev.baton.internal.schema.WireNames;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.progress.Costs.Figures;
import dev.baton.orchestrator.progress.Costs.Sums;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class GetCosts {
  private static final String NAME = "get_costs";
  private static final String TITLE = "Get costs";
  private static final String WORDS =
      """
      Shows tokens and money, as far as agents tell.
      Use when: the user asks what work costs.
      Required: nothing.
      Optional: project_id, task_id, days.
      Next: list_turns; update_task with budget.
      Avoid: taking cost_usd for all where known is false.\
      """;
  static final String SUMS =
      "{of: all, day, project, task, attempt (of a task_id) or executor; key, name, turns,"
          + " unknown_turns, input_tokens, output_tokens, cost_usd, known}; null: not told";
  private static final int USUAL_DAYS = 30;
  private static final int MOST_OF_A_KIND = 10;
  private static final By[] KINDS = {By.DAY, By.PROJECT, By.TASK, By.EXECUTOR};
  private static final By[] KINDS_OF_A_TASK = {
    By.DAY, By.PROJECT, By.TASK, By.ATTEMPT, By.EXECUTOR
  };

  record Request(
      @Description(FieldText.PROJECT_ID + "; default all") Optional<UUID> projectId,
      @Description(FieldText.TASK_ID + "; default all") Optional<UUID> taskId,
      @Description("Days back, 1 to 366; default 30") Optional<BigInteger> days) {}

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
      @Description(SUMS) List<ObjectNode> sums,
      @Description("Budgets: " + FieldText.BUDGET) List<ObjectNode> budgets) {}

  /** The same in fewer words, and the dearest only: a model reads all of it. */
  record Brief(
      @Description("First day") String since,
      @Description(SUMS) List<ObjectNode> sums,
      @Description("Budgets: " + FieldText.BUDGET) List<ObjectNode> budgets) {
    static Brief of(Response response) {
      return new Brief(response.since(), response.sums(), response.budgets());
    }
  }

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
    static Sum of(String key, Map<String, String> names, Cost cost) {
      return new Sum(
          key,
          Optional.ofNullable(names.get(key)),
          cost.turns(),
          cost.silent(),
          cost.isKnown(),
          cost.isCounted(),
          cost.tokens().map(TokenCount::input),
          cost.tokens().map(TokenCount::cached),
          cost.tokens().map(TokenCount::output),
          cost.usd());
    }

    /** The same in fewer words, beside sums of other things. */
    private ObjectNode brief(String of) {
      var json = Json.object().put("of", of).put("key", key);
      name.ifPresent(it -> json.put("name", it));
      return json.put("turns", turns)
          .put("unknown_turns", unknownTurns)
          .put("input_tokens", inputTokens.orElse(null))
          .put("output_tokens", outputTokens.orElse(null))
          .put("cost_usd", costUsd.orElse(null))
          .put("known", known);
    }
  }

  private GetCosts() {}

  static Tool<Request, Brief> tool(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named(NAME, Request.class, Brief.class), orchestrator)
        .title(TITLE)
        .description(WORDS)
        .annotations(Hints.READS)
        .handler(
            new OperationHandler<>(
                orchestrator, (it, request, context) -> Brief.of(handle(it, request, context))));
  }

  /** The same for people and their programs, with all sums. */
  static Tool<Request, Response> toolOfPeople(Supplier<Orchestrator> orchestrator) {
    return TaskNaming.in(BatonTool.named(NAME, Request.class, Response.class), orchestrator)
        .title(TITLE)
        .description(WORDS)
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
    var figures = costs.figures(query, request.taskId().isPresent() ? KINDS_OF_A_TASK : KINDS);
    var total = Sum.of("all", Map.of(), figures.total());
    return new Response(
        figures.since().toString(),
        figures.until().toString(),
        ZoneId.systemDefault().getId(),
        total,
        days(figures),
        sums(figures, By.PROJECT),
        sums(figures, By.TASK),
        sums(figures, By.ATTEMPT),
        sums(figures, By.EXECUTOR),
        brief(total, figures),
        figures.budgets().stream().map(BudgetJson::of).toList());
  }

  private static List<Sum> days(Figures figures) {
    return sums(figures, By.DAY).stream().sorted(Comparator.comparing(Sum::key)).toList();
  }

  /** All together, the newest days, and what is dearest of each kind. */
  private static List<ObjectNode> brief(Sum total, Figures figures) {
    var brief = new ArrayList<ObjectNode>();
    brief.add(total.brief("all"));
    for (var by : KINDS_OF_A_TASK) {
      var sums = by == By.DAY ? days(figures).reversed() : sums(figures, by);
      sums.stream()
          .limit(MOST_OF_A_KIND)
          .map(sum -> sum.brief(WireNames.of(by)))
          .forEach(brief::add);
    }
    return brief;
  }

  private static List<Sum> sums(Figures figures, By by) {
    var sums = figures.sums().getOrDefault(by, Sums.NONE);
    return sums.costs().entrySet().stream()
        .map(entry -> Sum.of(entry.getKey(), sums.names(), entry.getValue()))
        .toList();
  }
}
