package dev.baton.orchestrator.attempt;

import java.time.Duration;
import java.util.Optional;

/**
 * How long things may take; empty means for ever.
 *
 * @param run from the first program of a turn to the end of its last
 * @param idle without a line of output, while nobody has been asked for an approval
 * @param approval until somebody answers a question of an agent
 */
public record TimeLimits(
    Optional<Duration> run, Optional<Duration> idle, Optional<Duration> approval) {
  public static final TimeLimits NONE =
      new TimeLimits(Optional.empty(), Optional.empty(), Optional.empty());
}
