package dev.baton.orchestrator.process;

import java.time.Duration;

/**
 * How long a program is given.
 *
 * @param interrupt after the interrupt, to end its turn
 * @param terminate after the request to terminate, to clean up
 * @param kill until what was killed is gone; more is said to survive
 */
public record StopPatience(Duration interrupt, Duration terminate, Duration kill) {
  public static final StopPatience DEFAULT =
      new StopPatience(Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofSeconds(10));
}
