package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One prompt to an agent and everything that runs for it. A queued turn is a message that waits.
 *
 * @param index counts the turns of an attempt from zero, in the order in which they were asked for
 * @param variant as asked for; empty means the executor's default
 */
public record Turn(
    UUID id,
    UUID attemptId,
    long index,
    String promptText,
    Optional<String> variant,
    TurnStatus status,
    Instant queuedAt) {

  public boolean isFirst() {
    return index == 0;
  }
}
