package dev.baton.orchestrator.attempt;

import java.time.Duration;

/** Durations as the configuration has them. */
public final class DurationWords {
  private DurationWords() {}

  /** Such as {@code 45s}, {@code 30m}, {@code 72h} or {@code 90d}: the largest unit that fits. */
  public static String of(Duration duration) {
    var seconds = Math.max(1, duration.toSeconds());
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
