package dev.baton.orchestrator.process;

import java.util.Optional;

/**
 * Names one process for good: pids are used again, but not with the same start time in the same
 * boot.
 *
 * @param startTicks when it started, in clock ticks since the boot; where the system does not tell,
 *     in hundredths of seconds since 1970
 * @param bootId the boot of the machine, or {@value #NO_BOOT_ID} where the system does not tell
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {
  static final String NO_BOOT_ID = "-";

  /** Stands for an unknown process; no real process equals it. */
  static final ProcessIdentity NOBODY = new ProcessIdentity(0, 0, NO_BOOT_ID);

  /** Reads the form that {@link #line()} has; empty if it is another. */
  public static Optional<ProcessIdentity> parse(String line) {
    var parts = line.strip().split(" ", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Everything in one line, to be stored. */
  public String line() {
    return "%d %d %s".formatted(pid, startTicks, bootId);
  }
}
