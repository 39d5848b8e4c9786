package dev.baton.bench;

import java.time.Duration;

/** How thoroughly to measure. */
record Plan(int rounds, Duration warmUp, Duration measured, int starts) {
  static final Plan FULL = new Plan(5, Duration.ofSeconds(12), Duration.ofSeconds(5), 15);

  /** Says whether everything runs, and nothing about speed. */
  static final Plan QUICK = new Plan(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 2);
}
