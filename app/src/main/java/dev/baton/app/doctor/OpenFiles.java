package dev.baton.app.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** How many files the system lets this program open: libraries, connections, output of agents. */
public final class OpenFiles {
  private static final long LEAST = 256;
  private static final String REMEDY =
      "Raise the limit, such as with 'ulimit -n 4096' before the start, or in the settings of the"
          + " service that starts Baton";

  private OpenFiles() {}

  /** Why a server cannot work with the limit of this process; empty if it can. */
  public static Optional<String> findProblem() {
    return most()
        .filter(most -> most < LEAST)
        .map(
            most ->
                "The system lets this program open %d files, and a server needs at least %d. %s."
                    .formatted(most, LEAST, REMEDY));
  }

  static Finding check() {
    var found = most().map(most -> most + " may be open at a time").orElse("no limit is known");
    return findProblem().isPresent()
        ? Finding.bad("open files", found, REMEDY)
        : Finding.good("open files", found);
  }

  private static Optional<Long> most() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? Optional.of(system.getMaxFileDescriptorCount())
        : Optional.empty();
  }
}
