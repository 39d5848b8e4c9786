package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.cost.Budget;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** A whole task, as every tool shows it that is about one task. */
record BoardTaskView(
    @Description(FieldText.ID_OF_TASK) UUID taskId,
    @Description(FieldText.ID_OF_PROJECT) UUID projectId,
    @Description(FieldText.TITLE) String title,
    @Description("Text") Optional<String> description,
    @Description(FieldText.BLOCKED_BY) List<ObjectNode> blockedBy,
    @Description(FieldText.AUTO_START_OF_TASK) Optional<ObjectNode> autoStart,
    @OmitWhenEmpty
        @Description("Its own or one used up: {of, budget_usd, spent_usd, known, exceeded}")
        Optional<ObjectNode> budget,
    @Inline BoardTaskSummary summary) {

  static BoardTaskView of(
      BoardTaskOverview overview, Orchestrator orchestrator, RequestContext context) {
    var task = overview.task();
    var obstacle = orchestrator.costs().findObstacle(task.id());
    return new BoardTaskView(
        task.id(),
        task.projectId(),
        task.title(),
        task.description(),
        overview.blockers().stream()
            .map(blocker -> shown(blocker, overview, context))
            .map(BoardTaskView::json)
            .toList(),
        overview.autoStart().map(it -> json(it, orchestrator.autoStarts().findHold(overview))),
        obstacle.or(() -> own(orchestrator.costs().budgets(task.id()))).map(BudgetJson::of),
        BoardTaskSummary.of(overview, obstacle.isPresent()));
  }

  private static Optional<Budget> own(List<Budget> budgets) {
    return budgets.stream().filter(budget -> budget.of() == Budget.Of.TASK).findFirst();
  }

  /** Agents learn nothing of other projects but that their task waits. */
  private static Blocker shown(
      Blocker blocker, BoardTaskOverview overview, RequestContext context) {
    return AttemptOwner.is(context.owner())
            && !blocker.projectId().equals(overview.task().projectId())
        ? new Blocker(
            blocker.taskId(),
            blocker.projectId(),
            "",
            blocker.number(),
            "(in another project)",
            blocker.state())
        : blocker;
  }

  // why no schemas of their own: four tools would repeat them in a list that must stay short
  private static ObjectNode json(Blocker blocker) {
    return Json.object()
        .put("task_id", blocker.taskId().toString())
        .put("name", blocker.name())
        .put("title", blocker.title())
        .put("state", blocker.state().wireName());
  }

  private static ObjectNode json(AutoStart autoStart, Optional<String> hold) {
    return Json.object()
        .put("executor", autoStart.executor())
        .put("variant", autoStart.variant().orElse(null))
        .put("problem", autoStart.problem().or(() -> hold).orElse(null));
  }
}
