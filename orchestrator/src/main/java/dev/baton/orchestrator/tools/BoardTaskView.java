package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.orchestrator.AttemptOwner;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A whole task, as every tool shows it that is about one task. */
record BoardTaskView(
    @Description(FieldText.ID_OF_TASK) UUID taskId,
    @Description(FieldText.ID_OF_PROJECT) UUID projectId,
    @Description(FieldText.TITLE) String title,
    @Description("What is to be done, or null") Optional<String> description,
    @Description(FieldText.BLOCKED_BY) List<BlockerView> blockedBy,
    @Description("How it starts then; null if not by itself") Optional<AutoStartView> autoStart,
    @Inline BoardTaskSummary summary) {
  /** How a task is started by itself. */
  record AutoStartView(
      @Description("Executor") String executor,
      @Description("Variant; null for the default") Optional<String> variant,
      @Description("Why it could not start; null if nothing is wrong") Optional<String> problem) {
    static AutoStartView of(AutoStart autoStart) {
      return new AutoStartView(autoStart.executor(), autoStart.variant(), autoStart.problem());
    }
  }

  static BoardTaskView of(BoardTaskOverview overview, RequestContext context) {
    var task = overview.task();
    return new BoardTaskView(
        task.id(),
        task.projectId(),
        task.title(),
        task.description(),
        overview.blockers().stream()
            .map(blocker -> shown(blocker, overview, context))
            .map(BlockerView::of)
            .toList(),
        overview.autoStart().map(AutoStartView::of),
        BoardTaskSummary.of(overview));
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
}
