package dev.baton.task;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Keeps tasks for as long as the process lives. Thread safe.
 *
 * <p>JSON nodes can be changed by whoever holds them, so a record is copied on its way in and on
 * its way out, once each; inside the store and between the steps of a change nothing is copied.
 *
 * {@snippet file="dev/baton/task/TaskExamplesTest.java" region="store"}
 */
public final class InMemoryTaskStore implements TaskStore {
  private static final int MAX_TRIES = 200;
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  // why not Comparator.comparing: no AOT cache holds what it makes, so every start would make it
  private static final Comparator<TaskRecord> LIST_ORDER =
      (one, other) -> TaskCursor.after(one).compareTo(TaskCursor.after(other));

  private static final Presence PRESENCE = Presence.alone();

  private final Clock clock;
  private final TaskLimits limits;

  // why: one lock for all owners, because it is held only to find and swap references, never while
  // a change runs or JSON is copied; with a lock per owner an emptied owner could not be let go
  private final Map<TaskOwner, OwnedTasks> owners = new HashMap<>();

  public InMemoryTaskStore(Clock clock, TaskLimits limits) {
    this.clock = clock;
    this.limits = limits;
  }

  @Override
  public TaskRecord create(NewTask task) {
    Instant now = clock.instant();
    TaskRecord created = task.toRecord(TaskId.random(), now);
    if (!limits.hasRoomFor(created)) {
      throw TaskLimitException.variablesTooLarge(created, limits);
    }
    addWithinLimit(created.deepCopy(), now);
    return created;
  }

  private void addWithinLimit(TaskRecord task, Instant now) {
    synchronized (owners) {
      OwnedTasks owned = owners.computeIfAbsent(task.owner(), owner -> new OwnedTasks());
      if (owned.countLive(now) >= limits.livePerOwner()) {
        throw TaskLimitException.tooManyLive(task.owner(), limits.livePerOwner());
      }
      owned.add(task);
    }
  }

  @Override
  public Optional<TaskRecord> find(TaskOwner owner, TaskId id) {
    return peek(owner, id).map(TaskRecord::deepCopy);
  }

  @Override
  public TaskRecord change(TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      pauseAfter(tries);
      TaskRecord seen = peek(owner, id).orElseThrow(() -> new UnknownTaskException(id));
      TaskChange made = seen.changedBy(change, clock.instant(), limits);
      if (replace(made.deepCopy())) {
        return made.record();
      }
    }
    throw new TaskConflictException(id, MAX_TRIES);
  }

  @Override
  public Optional<JsonNode> findResult(TaskOwner owner, TaskId id, String name) {
    Instant now = clock.instant();
    return with(owner, owned -> owned.findResult(id, name, now))
        .flatMap(Function.identity())
        .map(JsonNode::deepCopy);
  }

  @Override
  public TaskPage list(TaskOwner owner, TaskCursor from, int limit) {
    return page(owner, from, limit, task -> true);
  }

  @Override
  public TaskPage listLive(TaskOwner owner, TaskCursor from, int limit) {
    return page(owner, from, limit, task -> !task.status().isFinal());
  }

  private TaskPage page(TaskOwner owner, TaskCursor from, int limit, Predicate<TaskRecord> filter) {
    TaskPage.requireSize(limit);
    Instant now = clock.instant();
    List<TaskRecord> head =
        with(owner, owned -> owned.page(from, limit + 1L, now, filter)).orElse(List.of());
    return TaskPage.of(copies(head.stream()), limit);
  }

  @Override
  public TaskPage listHeld(TaskKind kind, TaskCursor from, int limit) {
    TaskPage.requireSize(limit);
    Instant now = clock.instant();
    List<TaskRecord> head;
    synchronized (owners) {
      head =
          owners.values().stream()
              .flatMap(OwnedTasks::all)
              .filter(task -> task.kind() == kind && task.holder().isPresent())
              .filter(task -> TaskCursor.after(task).compareTo(from) > 0 && !task.isExpired(now))
              .sorted(LIST_ORDER)
              .limit(limit + 1L)
              .toList();
    }
    return TaskPage.of(copies(head.stream()), limit);
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public Presence presence() {
    return PRESENCE;
  }

  @Override
  public List<TaskId> sweep(Instant now) {
    synchronized (owners) {
      List<TaskId> swept =
          owners.values().stream().flatMap(owned -> owned.removeExpired(now).stream()).toList();
      owners.values().removeIf(OwnedTasks::isEmpty);
      return swept;
    }
  }

  private Optional<TaskRecord> peek(TaskOwner owner, TaskId id) {
    Instant now = clock.instant();
    return with(owner, owned -> owned.find(id, now)).flatMap(Function.identity());
  }

  private boolean replace(TaskChange next) {
    Instant now = clock.instant();
    return with(next.record().owner(), owned -> owned.replace(next, now)).orElse(false);
  }

  private <T> Optional<T> with(TaskOwner owner, Function<OwnedTasks, T> read) {
    synchronized (owners) {
      return Optional.ofNullable(owners.get(owner)).map(read);
    }
  }

  private static List<TaskRecord> copies(Stream<TaskRecord> tasks) {
    return tasks.map(TaskRecord::deepCopy).toList();
  }

  private static void pauseAfter(int tries) {
    if (tries > 0) {
      // why: writers that lost together would meet again together
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
    }
  }
}
