package dev.baton.app.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which faults were survived, and how long each took until all was well again. Thread safe. */
final class FaultTimes {
  private final Map<Fault, List<Duration>> all = new EnumMap<>(Fault.class);
  private final long begun = System.nanoTime();

  synchronized void add(Fault fault, Duration time) {
    all.computeIfAbsent(fault, _ -> new ArrayList<>()).add(time);
  }

  /** One line for each kind, and one for all. */
  synchronized String summary() {
    var text =
        new StringBuilder("%-17s %6s %7s %8s%n".formatted("fault", "times", "median", "longest"));
    all.forEach(
        (fault, times) -> {
          var sorted = times.stream().sorted().toList();
          text.append(
              "%-17s %6d %5d s %6d s%n"
                  .formatted(
                      fault,
                      sorted.size(),
                      sorted.get(sorted.size() / 2).toSeconds(),
                      sorted.getLast().toSeconds()));
        });
    var count = all.values().stream().mapToInt(List::size).sum();
    var seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
    return text.append(
            "%d faults in %d s, %d an hour"
                .formatted(count, seconds, 3600L * count / Math.max(seconds, 1)))
        .toString();
  }
}
