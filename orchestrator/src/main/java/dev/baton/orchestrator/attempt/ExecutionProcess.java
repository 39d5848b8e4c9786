package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One program that was started for an attempt.
 *
 * @param turnId the turn that it belongs to; a dev server has none
 * @param repoId the repository whose script it runs; an agent has none
 */
public record ExecutionProcess(
    UUID id,
    UUID attemptId,
    Optional<UUID> sessionId,
    Optional<UUID> turnId,
    Optional<UUID> repoId,
    ProcessReason reason,
    ProcessStatus status,
    Optional<Integer> exitCode,
    Optional<String> failureSummary,
    Instant startedAt,
    Optional<Instant> endedAt) {

  public boolean isRunning() {
    return status == ProcessStatus.RUNNING;
  }
}
