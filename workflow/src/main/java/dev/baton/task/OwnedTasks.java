package dev.baton.task;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** One owner's tasks in memory. Not thread safe: the store calls it under its lock. */
final class OwnedTasks {
  private final Map<TaskId, TaskRecord> byId = new HashMap<>();
  private final Map<TaskId, Map<String, JsonNode>> results = new HashMap<>();
  private final NavigableSet<TaskCursor> inListOrder = new TreeSet<>();
  private final LiveTasks live = new LiveTasks();

  Optional<TaskRecord> find(TaskId id, Instant now) {
    return Optional.ofNullable(byId.get(id)).filter(task -> !task.isExpired(now));
  }

  void add(TaskRecord task) {
    byId.put(task.id(), task);
    inListOrder.add(TaskCursor.after(task));
    live.add(task);
  }

  /** Writes the next version, unless somebody wrote it before or the task expired. */
  boolean replace(TaskChange change, Instant now) {
    TaskRecord next = change.record();
    Optional<TaskRecord> current =
        find(next.id(), now).filter(task -> task.version() == next.version() - 1);
    current.ifPresent(
        task -> {
          live.remove(task);
          byId.put(next.id(), next);
          live.add(next);
          replaceResults(change);
        });
    return current.isPresent();
  }

  private void replaceResults(TaskChange change) {
    Map<String, JsonNode> kept =
        new HashMap<>(results.getOrDefault(change.record().id(), Map.of()));
    kept.keySet().removeAll(change.removed());
    kept.putAll(change.results());
    if (kept.isEmpty()) {
      results.remove(change.record().id());
    } else {
      results.put(change.record().id(), kept);
    }
  }

  Optional<JsonNode> findResult(TaskId id, String name, Instant now) {
    return find(id, now)
        .map(task -> results.getOrDefault(id, Map.of()))
        .flatMap(kept -> Optional.ofNullable(kept.get(name)));
  }

  List<TaskRecord> page(TaskCursor from, long limit, Instant now, Predicate<TaskRecord> filter) {
    return inListOrder.tailSet(from, false).stream()
        .flatMap(place -> find(place.id(), now).filter(filter).stream())
        .limit(limit)
        .toList();
  }

  int countLive(Instant now) {
    return live.count(now);
  }

  Stream<TaskRecord> all() {
    return byId.values().stream();
  }

  List<TaskId> removeExpired(Instant now) {
    List<TaskRecord> expired = all().filter(task -> task.isExpired(now)).toList();
    expired.forEach(this::remove);
    return expired.stream().map(TaskRecord::id).toList();
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  private void remove(TaskRecord task) {
    byId.remove(task.id());
    results.remove(task.id());
    inListOrder.remove(TaskCursor.after(task));
    live.remove(task);
  }

  /**
   * Counts tasks that are neither final nor expired, without looking at all of them: those that
   * expire first stand first, and each is forgotten once. Not thread safe.
   */
  private static final class LiveTasks {
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
}
