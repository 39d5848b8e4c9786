package dev.baton.bench;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param rounds over servers that are compared with peers
 * @param starts how often a start is measured
 * @param visits over servers that are compared with themselves, each with {@code brief} times
 * @param brief what is measured then; the warm-up is twice that
 * @param size what amounts of data are divided by
 * @param agentTime how long many agents print
 * @param entries how many log entries there are at a restart
 */
record Plan(
    int rounds,
    Duration warmUp,
    Duration measured,
    int starts,
    int visits,
    Duration brief,
    int size,
    Duration agentTime,
    long entries) {
  static final Plan FULL =
      new Plan(
          5,
          Duration.ofSeconds(12),
          Duration.ofSeconds(5),
          15,
          3,
          Duration.ofSeconds(2),
          1,
          Duration.ofMinutes(2),
          1_000_000);

  /** Says whether everything runs, and nothing about speed. */
  static final Plan QUICK =
      new Plan(
          1,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1),
          2,
          1,
          Duration.ofMillis(500),
          10,
          Duration.ofSeconds(10),
          10_000);

  /** The same plan with what the command line says: {@code --minutes=N}, {@code --entries=N}. */
  Plan with(String option) {
    var at = option.indexOf('=') + 1;
    if (option.startsWith("--minutes=")) {
      return with(Duration.ofMinutes(Long.parseLong(option.substring(at))), entries);
    }
    if (option.startsWith("--entries=")) {
      return with(agentTime, Long.parseLong(option.substring(at)));
    }
    throw new IllegalArgumentException(
        "There is no option %s; use --quick, --minutes=N or --entries=N".formatted(option));
  }

  private Plan with(Duration newAgentTime, long newEntries) {
    return new Plan(
        rounds, warmUp, measured, starts, visits, brief, size, newAgentTime, newEntries);
  }

  Duration briefWarmUp() {
    return brief.multipliedBy(2);
  }
}
