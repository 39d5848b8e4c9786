package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestAttempt;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Where a task stands: the fields that a list of tasks and a whole task have in common. */
record BoardTaskSummary(
    @Description(FieldText.NUMBER) long number,
    @Description(FieldText.TASK_STATUS) BoardTaskStatus status,
    @Description(FieldText.LABELS_OF_TASK) List<String> labels,
    @Description(FieldText.PRIORITY) Priority priority,
    @Description(FieldText.BLOCKED_BY_OPEN) List<UUID> blockedByOpen,
    @Description(FieldText.IS_ARCHIVED) boolean archived,
    @Description(FieldText.CREATED_AT) Instant createdAt,
    @Description(FieldText.UPDATED_AT) Instant updatedAt,
    @Description(FieldText.LATEST_ATTEMPT) Optional<UUID> latestAttemptId,
    @Description(FieldText.LATEST_BRANCH) Optional<String> latestWorkspaceBranch,
    @Description(FieldText.LATEST_SESSION) Optional<UUID> latestSessionId,
    @Description(FieldText.LATEST_EXECUTOR) Optional<String> latestSessionExecutor,
    @Description(FieldText.HAS_RUNNING) boolean hasInProgressAttempt,
    @Description(FieldText.LAST_FAILED) boolean lastAttemptFailed,
    @Description(FieldText.NEEDS_INPUT) boolean needsInput,
    @OmitWhenEmpty @Description(FieldText.BUDGET_EXCEEDED) Optional<Boolean> budgetExceeded) {

  static BoardTaskSummary of(BoardTaskOverview overview, boolean isBudgetExceeded) {
    var task = overview.task();
    var session = overview.latestAttempt().flatMap(LatestAttempt::session);
    return new BoardTaskSummary(
        task.number(),
        task.status(),
        overview.labels().stream().map(Label::name).toList(),
        task.priority(),
        overview.openBlockers().stream().map(Blocker::taskId).toList(),
        task.archivedAt().isPresent(),
        task.createdAt(),
        task.updatedAt(),
        overview.latestAttempt().map(LatestAttempt::attemptId),
        overview.latestAttempt().map(LatestAttempt::workspaceBranch),
        session.map(LatestSession::sessionId),
        session.map(LatestSession::executor),
        overview.hasInProgressAttempt(),
        overview.lastAttemptFailed(),
        overview.needsInput(),
        Optional.of(isBudgetExceeded).filter(it -> it));
  }
}
