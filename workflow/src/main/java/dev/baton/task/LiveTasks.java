package dev.baton.task;

import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Counts tasks that are neither final nor expired, without looking at all of them: those that
 * expire first stand first, and each is forgotten once. Not thread safe.
 */
final class LiveTasks {
  private record Deadline(Instant at, TaskId id) {
    static Deadline of(TaskRecord task) {
      return new Deadline(task.expiresAt(), task.id());
    }
  }

  private final NavigableSet<Deadline> soonestFirst =
      new TreeSet<>(
          Comparator.comparing(Deadline::at).thenComparing(deadline -> deadline.id().value()));

  void add(TaskRecord task) {
    if (!task.status().isFinal()) {
      soonestFirst.add(Deadline.of(task));
    }
  }

  void remove(TaskRecord task) {
    soonestFirst.remove(Deadline.of(task));
  }

  int count(Instant now) {
    while (!soonestFirst.isEmpty() && !soonestFirst.first().at().isAfter(now)) {
      soonestFirst.pollFirst();
    }
    return soonestFirst.size();
  }
}
