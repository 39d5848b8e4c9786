package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptState;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Whose status, and how long to wait for a change.
 *
 * @param maxWait zero answers at once; cut to the cap
 * @param since answer when the state is another than this; the state at the call if empty
 */
public record StatusQuery(UUID attemptId, Duration maxWait, Optional<AttemptState> since) {
  /** What common clients wait for at most, with room for the way back. */
  public static final Duration MAX_WAIT = Duration.ofSeconds(45);

  public StatusQuery {
    maxWait = maxWait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : maxWait;
  }

  /** The status as it is. */
  public static StatusQuery now(UUID attemptId) {
    return new StatusQuery(attemptId, Duration.ZERO, Optional.empty());
  }
}
