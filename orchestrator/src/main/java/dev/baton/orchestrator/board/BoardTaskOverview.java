package dev.baton.orchestrator.board;

import java.util.Optional;
import java.util.UUID;

/**
 * A task with what a list of tasks tells about its attempts.
 *
 * @param hasInProgressAttempt true if an agent or a script of any attempt runs
 * @param lastAttemptFailed true if the newest attempt failed
 */
public record BoardTaskOverview(
    BoardTask task,
    Optional<LatestAttempt> latestAttempt,
    boolean hasInProgressAttempt,
    boolean lastAttemptFailed) {

  /** The newest attempt, and the newest session in it. */
  public record LatestAttempt(
      UUID attemptId, String workspaceBranch, Optional<LatestSession> session) {}

  /** The newest session of an attempt. */
  public record LatestSession(UUID sessionId, String executor) {}
}
