package dev.baton.task.jdbc;

import dev.baton.database.Database;
import dev.baton.database.Migrations;
import dev.baton.task.NewTask;
import dev.baton.task.Presence;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskConflictException;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimitException;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskPage;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import dev.baton.task.UnknownTaskException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Keeps tasks in a database, where they outlive the process and several processes share them.
 * Thread safe. What it acknowledged is on disk; when the database fails it throws {@link
 * dev.baton.database.StorageException}.
 *
 * {@snippet file="dev/baton/task/jdbc/JdbcExamplesTest.java" region="store"}
 */
public final class JdbcTaskStore implements TaskStore {
  private static final Migrations MIGRATIONS =
      Migrations.of(
          "task",
          JdbcTaskStore.class,
          "migrations",
          List.of("V0001__tasks.sql", "V0002__renewals.sql"));

  private static final int MAX_TRIES = 200;
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int SWEPT_AT_ONCE = 500;

  private final Database database;
  private final Clock clock;
  private final TaskLimits limits;
  private final Presence presence;
  private final WriteOrder turns = new WriteOrder();

  private JdbcTaskStore(Database database, Clock clock, TaskLimits limits) {
    this.database = database;
    this.clock = clock;
    this.limits = limits;
    presence = database.presence();
  }

  /** A store in this database, whose tables are made or brought up to date. */
  public static JdbcTaskStore open(Database database, Clock clock, TaskLimits limits) {
    MIGRATIONS.apply(database);
    return new JdbcTaskStore(database, clock, limits);
  }

  static Migrations migrations() {
    return MIGRATIONS;
  }

  @Override
  public TaskRecord create(NewTask task) {
    Instant now = clock.instant();
    TaskRecord created = task.toRecord(TaskId.random(), now);
    if (!limits.hasRoomFor(created)) {
      throw TaskLimitException.variablesTooLarge(created, limits);
    }
    return database.write(
        connection -> {
          addWithinLimit(connection, created, now);
          return created;
        });
  }

  private void addWithinLimit(Connection connection, TaskRecord task, Instant now)
      throws SQLException {
    TaskRows rows = new TaskRows(connection);
    // why: of two that count at the same time neither would see the task of the other
    database.dialect().lock(connection, "tasks of " + task.owner());
    if (rows.countLive(task.owner(), now, limits.livePerOwner()) >= limits.livePerOwner()) {
      throw TaskLimitException.tooManyLive(task.owner(), limits.livePerOwner());
    }
    rows.insert(task);
  }

  @Override
  public Optional<TaskRecord> find(TaskOwner owner, TaskId id) {
    if (!StoredJson.isText(id.value())) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    return database.read(connection -> new TaskRows(connection).find(owner, id, now));
  }

  @Override
  public TaskRecord change(TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    return turns.inTurn(id, () -> changeInTurn(load(owner, id), change));
  }

  @Override
  public TaskRecord change(TaskRecord seen, Function<TaskRecord, TaskChange> change) {
    return turns.inTurn(seen.id(), () -> changeInTurn(seen, change));
  }

  private TaskRecord changeInTurn(TaskRecord first, Function<TaskRecord, TaskChange> change) {
    TaskRecord seen = first;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      TaskChange made = seen.changedBy(change, clock.instant(), limits);
      Instant now = clock.instant();
      if (replace(seen, made, now)) {
        return made.record();
      }
      // why: processes that met once would meet again
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_NANOS));
      seen = load(first.owner(), first.id());
    }
    throw new TaskConflictException(first.id(), MAX_TRIES);
  }

  private TaskRecord load(TaskOwner owner, TaskId id) {
    return find(owner, id).orElseThrow(() -> new UnknownTaskException(id));
  }

  /** False if somebody else was faster. */
  private boolean replace(TaskRecord seen, TaskChange change, Instant now) {
    TaskRecord next = change.record();
    boolean isRecordAlone = change.results().isEmpty() && change.removed().isEmpty();
    return isRecordAlone
        ? database.writeOnce(connection -> new TaskRows(connection).replace(seen, next, now))
        : database.write(connection -> replaceWithResults(connection, seen, change, now));
  }

  private static boolean replaceWithResults(
      Connection connection, TaskRecord seen, TaskChange change, Instant now) throws SQLException {
    TaskRows rows = new TaskRows(connection);
    if (!rows.replace(seen, change.record(), now)) {
      return false;
    }
    for (String name : change.removed()) {
      rows.removeResult(change.record().id(), name);
    }
    for (Map.Entry<String, JsonNode> result : change.results().entrySet()) {
      rows.putResult(change.record().id(), result.getKey(), result.getValue());
    }
    return true;
  }

  @Override
  public Optional<JsonNode> findResult(TaskOwner owner, TaskId id, String name) {
    if (!StoredJson.isText(id.value()) || !StoredJson.isText(name)) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    return database.read(connection -> new TaskRows(connection).findResult(owner, id, name, now));
  }

  @Override
  public TaskPage list(TaskOwner owner, TaskCursor from, int limit) {
    Instant now = clock.instant();
    return page(limit, (rows, tasks) -> rows.list(owner, from, tasks, now));
  }

  @Override
  public TaskPage listLive(TaskOwner owner, TaskCursor from, int limit) {
    Instant now = clock.instant();
    return page(limit, (rows, tasks) -> rows.listLive(owner, from, tasks, now));
  }

  @Override
  public TaskPage listHeld(TaskKind kind, TaskCursor from, int limit) {
    Instant now = clock.instant();
    return page(limit, (rows, tasks) -> rows.listHeld(kind, from, tasks, now));
  }

  private TaskPage page(int limit, Query query) {
    TaskPage.requireSize(limit);
    return TaskPage.of(
        database.read(connection -> query.of(new TaskRows(connection), limit + 1L)), limit);
  }

  /** Reads so many tasks. */
  private interface Query {
    List<TaskRecord> of(TaskRows rows, long limit) throws SQLException;
  }

  @Override
  public boolean isDurable() {
    return true;
  }

  @Override
  public Presence presence() {
    return presence;
  }

  @Override
  public List<TaskId> sweep(Instant now) {
    List<TaskId> swept = new ArrayList<>();
    // why: in parts, so that nobody waits long for it, and without a lock if nothing has expired
    while (database.read(connection -> new TaskRows(connection).hasExpired(now))) {
      swept.addAll(
          database.write(connection -> new TaskRows(connection).sweep(now, SWEPT_AT_ONCE)));
    }
    return List.copyOf(swept);
  }

  /**
   * Lets the threads of this process change one task in the order in which they came, so that they
   * do not overtake each other again and again. It is a courtesy and no lock: who has waited too
   * long goes ahead, and the version of the record decides. Thread safe.
   */
  private static final class WriteOrder {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final ReentrantLock[] turns = new ReentrantLock[64];

    WriteOrder() {
      for (int turn = 0; turn < turns.length; turn++) {
        turns[turn] = new ReentrantLock(true);
      }
    }

    <T> T inTurn(Object task, Supplier<T> change) {
      ReentrantLock turn = turns[Math.floorMod(task.hashCode(), turns.length)];
      boolean mine = await(turn);
      try {
        return change.get();
      } finally {
        if (mine) {
          turn.unlock();
        }
      }
    }

    private static boolean await(ReentrantLock turn) {
      try {
        return turn.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
