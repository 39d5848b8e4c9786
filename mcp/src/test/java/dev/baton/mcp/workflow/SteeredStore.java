package dev.baton.mcp.workflow;

import dev.baton.task.MovableClock;
import dev.baton.task.NewTask;
import dev.baton.task.Presence;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskPage;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A store that does as it should until a test lets it fail or hang. Thread safe. */
public final class SteeredStore implements TaskStore {
  private final TaskStore store;
  private final Set<String> alive;
  private final String name = UUID.randomUUID().toString();
  private final CountDownLatch well = new CountDownLatch(1);
  private final AtomicInteger waits = new AtomicInteger();
  private volatile Runnable trouble = SteeredStore::nothing;

  public SteeredStore(TaskStore store) {
    this(store, ConcurrentHashMap.newKeySet());
  }

  private SteeredStore(TaskStore store, Set<String> alive) {
    this.store = store;
    this.alive = alive;
    alive.add(name);
  }

  /** The same tasks, as another process sees them. */
  SteeredStore beside() {
    return new SteeredStore(store, alive);
  }

  /** For the processes beside, this one has died. */
  void die() {
    alive.remove(name);
  }

  private static void nothing() {}

  /** Every write fails from now on. */
  void becomeReadOnly() {
    trouble =
        () -> {
          throw new IllegalStateException("the disk is read-only");
        };
  }

  /** Every write fails from now on, after a wait that the clock shows. */
  public void lock(MovableClock clock, Duration wait) {
    trouble =
        () -> {
          waits.incrementAndGet();
          clock.advance(wait);
          throw new IllegalStateException("the database is locked");
        };
  }

  /** How often somebody has waited for the lock. */
  public int waits() {
    return waits.get();
  }

  /** Every write waits from now on, until the store recovers; once in its life. */
  void hang() {
    trouble =
        () -> {
          try {
            well.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
  }

  /** Something happens before the next write, and only before that. */
  void beforeNextWrite(Runnable event) {
    trouble =
        () -> {
          trouble = SteeredStore::nothing;
          event.run();
        };
  }

  public void recover() {
    trouble = SteeredStore::nothing;
    well.countDown();
  }

  @Override
  public TaskRecord create(NewTask task) {
    trouble.run();
    return store.create(task);
  }

  @Override
  public Optional<TaskRecord> find(TaskOwner owner, TaskId id) {
    return store.find(owner, id);
  }

  @Override
  public TaskRecord change(TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    trouble.run();
    return store.change(owner, id, change);
  }

  @Override
  public Optional<JsonNode> findResult(TaskOwner owner, TaskId id, String name) {
    return store.findResult(owner, id, name);
  }

  @Override
  public TaskPage list(TaskOwner owner, TaskCursor from, int limit) {
    return store.list(owner, from, limit);
  }

  @Override
  public TaskPage listLive(TaskOwner owner, TaskCursor from, int limit) {
    return store.listLive(owner, from, limit);
  }

  @Override
  public TaskPage listHeld(TaskKind kind, TaskCursor from, int limit) {
    return store.listHeld(kind, from, limit);
  }

  /** It outlives the servers of a test. */
  @Override
  public boolean isDurable() {
    return true;
  }

  @Override
  public Presence presence() {
    return new Presence() {
      @Override
      public String self() {
        return name;
      }

      @Override
      public boolean isAlive(String program) {
        return alive.contains(program);
      }
    };
  }

  @Override
  public List<TaskId> sweep(Instant now) {
    return store.sweep(now);
  }
}
