package dev.baton.orchestrator.git;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param command one git command
 * @param hooks a commit with the hooks of the repository
 * @param lock waiting for another program that works in the same repository
 */
public record GitTimes(Duration command, Duration hooks, Duration lock) {
  public static final GitTimes USUAL =
      new GitTimes(Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(1));
}
