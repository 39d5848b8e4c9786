package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.model.ModelChoice;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One prompt to an agent and everything that runs for it. A queued turn is a message that waits.
 *
 * @param index counts the turns of an attempt from zero, in the order in which they were asked for
 * @param sessionId the session that it is meant for; empty means the newest when it begins
 * @param variant as asked for; empty means the executor's default
 * @param stopReason why it was stopped, if it was; nothing more is started for it
 * @param isCommitted true once what the agent left was committed, or needed not be
 * @param changesBefore a print of the workspace before the agent began, if somebody needs to know
 * @param hasChanged whether the agent changed the workspace, once that is known
 * @param retriedTurn the index of the turn that it does again, from the workspace before that one
 * @param resolution the conflict that it resolves, as JSON
 * @param choice the model and effort that were asked for
 */
public record Turn(
    UUID id,
    UUID attemptId,
    long index,
    Optional<UUID> sessionId,
    String promptText,
    Optional<String> variant,
    TurnStatus status,
    Instant queuedAt,
    Optional<String> stopReason,
    boolean isCommitted,
    Optional<String> changesBefore,
    Optional<Boolean> hasChanged,
    Optional<Long> retriedTurn,
    Optional<String> resolution,
    ModelChoice choice) {
  /** Where a turn stands. */
  public enum TurnStatus {
    QUEUED,
    ACTIVE,
    DONE,
    CANCELLED
  }

  /** A message that waits for its turn. */
  public static Turn queued(UUID id, UUID attemptId, long index, TurnPrompt prompt, Instant at) {
    return new Turn(
        id,
        attemptId,
        index,
        prompt.sessionId(),
        prompt.text(),
        prompt.variant(),
        TurnStatus.QUEUED,
        at,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        prompt.retriedTurn(),
        prompt.resolution(),
        prompt.choice());
  }

  public boolean isStopped() {
    return stopReason.isPresent();
  }
}
