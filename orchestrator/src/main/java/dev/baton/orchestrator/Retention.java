package dev.baton.orchestrator;

import java.time.Duration;
import java.util.Optional;

/**
 * How long things are kept that nobody works with any more; empty means for ever.
 *
 * @param worktrees of finished tasks, from their last activity
 * @param logs of finished attempts, from their last activity
 * @param interval how often it is looked for what may go; empty means only when somebody asks
 */
public record Retention(
    Optional<Duration> worktrees, Optional<Duration> logs, Optional<Duration> interval) {
  public static final Retention DEFAULT =
      new Retention(
          Optional.of(Duration.ofDays(3)),
          Optional.of(Duration.ofDays(90)),
          Optional.of(Duration.ofHours(1)));
}
