package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** An attempt as a list of attempts shows it. */
public record AttemptOverview(
    UUID attemptId,
    UUID taskId,
    String taskTitle,
    String workspaceBranch,
    AttemptState.Name state,
    Instant createdAt,
    Instant updatedAt,
    Optional<LatestSession> latestSession) {}
