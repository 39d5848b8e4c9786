package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.Denials;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Waiting;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Everything that a caller needs to decide what to do next with an attempt.
 *
 * @param latestProcess the newest process that is no dev server
 * @param denials what the agent was refused in the last turn
 * @param workspacePath where the agent works, whether the directory is there or not
 * @param pendingApprovals questions of the agent that nobody has answered
 */
public record AttemptStatus(
    Attempt attempt,
    Optional<UUID> latestSessionId,
    Optional<ExecutionProcess> latestProcess,
    int queueLength,
    Optional<Waiting> waiting,
    Denials denials,
    Path workspacePath,
    List<Approval> pendingApprovals,
    Optional<TokenUsage> usage) {
  public AttemptStatus {
    pendingApprovals = List.copyOf(pendingApprovals);
  }

  /** True if the agent waits for an answer. */
  public boolean needsInput() {
    return !pendingApprovals.isEmpty();
  }

  /** Queued messages wait until somebody goes on; without messages there is nothing to hold. */
  public boolean isQueueHeld() {
    return attempt.isQueueHeld() && queueLength > 0;
  }
}
