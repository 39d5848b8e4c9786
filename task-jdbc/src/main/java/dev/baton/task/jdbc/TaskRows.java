package dev.baton.task.jdbc;

import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The statements of the task store on one connection. Not thread safe. */
final class TaskRows {
  private static final long MILLIS_OF_HOUR = Duration.ofHours(1).toMillis();

  private final Connection connection;

  TaskRows(Connection connection) {
    this.connection = connection;
  }

  void insert(TaskRecord task) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(TaskSql.INSERT)) {
      bindRest(insert, task);
      bindIndexed(insert, task);
      insert.setString(10, task.id().value());
      insert.setString(11, task.owner().name());
      insert.setString(12, task.kind().name());
      insert.setLong(13, task.createdAt().toEpochMilli());
      insert.executeUpdate();
    }
  }

  /** False if somebody else wrote this version before, or the task is gone. */
  boolean replace(TaskRecord seen, TaskRecord next, Instant now) throws SQLException {
    // why: SQLite writes an index anew if its columns are named at all
    boolean inIndexes = !Indexed.of(seen).equals(Indexed.of(next));
    String sql = inIndexes ? TaskSql.REPLACE_ALL : TaskSql.REPLACE;
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      bindRest(update, next);
      if (inIndexes) {
        bindIndexed(update, next);
      }
      int place = inIndexes ? 10 : 7;
      update.setString(place, next.id().value());
      update.setString(place + 1, next.owner().name());
      update.setLong(place + 2, seen.version());
      update.setLong(place + 3, now.toEpochMilli());
      return update.executeUpdate() == 1;
    }
  }

  Optional<TaskRecord> find(TaskOwner owner, TaskId id, Instant now) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(TaskSql.FIND)) {
      query.setString(1, id.value());
      query.setString(2, owner.name());
      query.setLong(3, now.toEpochMilli());
      return records(query).stream().findFirst();
    }
  }

  int countLive(TaskOwner owner, Instant now, int limit) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(TaskSql.COUNT_LIVE)) {
      query.setString(1, owner.name());
      query.setLong(2, now.toEpochMilli());
      query.setInt(3, limit);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getInt(1) : 0;
      }
    }
  }

  List<TaskRecord> list(TaskOwner owner, TaskCursor from, long limit, Instant now)
      throws SQLException {
    return list(TaskSql.LIST, owner.name(), from, limit, now);
  }

  private List<TaskRecord> list(String sql, String whose, TaskCursor from, long limit, Instant now)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, whose);
      query.setLong(2, from.createdAt().toEpochMilli());
      query.setLong(3, from.createdAt().toEpochMilli());
      query.setString(4, from.id().value());
      query.setLong(5, now.toEpochMilli());
      query.setLong(6, limit);
      return records(query);
    }
  }

  List<TaskRecord> listLive(TaskOwner owner, TaskCursor from, long limit, Instant now)
      throws SQLException {
    return list(TaskSql.LIST_LIVE, owner.name(), from, limit, now);
  }

  List<TaskRecord> listHeld(TaskKind kind, TaskCursor from, long limit, Instant now)
      throws SQLException {
    return list(TaskSql.LIST_HELD, kind.name(), from, limit, now);
  }

  boolean hasExpired(Instant now) throws SQLException {
    return !expired(TaskSql.LIST_EXPIRED, now, 1).isEmpty();
  }

  /** Removes no more expired tasks than that. */
  List<TaskId> sweep(Instant now, int limit) throws SQLException {
    return expired(TaskSql.SWEEP, now, limit);
  }

  private List<TaskId> expired(String sql, Instant now, int limit) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, Indexed.hour(now));
      statement.setLong(2, now.toEpochMilli());
      statement.setInt(3, limit);
      try (ResultSet rows = statement.executeQuery()) {
        List<TaskId> ids = new ArrayList<>();
        while (rows.next()) {
          ids.add(new TaskId(rows.getString(1)));
        }
        return ids;
      }
    }
  }

  void putResult(TaskId task, String name, JsonNode value) throws SQLException {
    try (PreparedStatement put = connection.prepareStatement(TaskSql.PUT_RESULT)) {
      put.setString(1, task.value());
      put.setString(2, name);
      put.setString(3, StoredJson.write(value));
      put.executeUpdate();
    }
  }

  void removeResult(TaskId task, String name) throws SQLException {
    try (PreparedStatement remove = connection.prepareStatement(TaskSql.REMOVE_RESULT)) {
      remove.setString(1, task.value());
      remove.setString(2, name);
      remove.executeUpdate();
    }
  }

  Optional<JsonNode> findResult(TaskOwner owner, TaskId id, String name, Instant now)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(TaskSql.FIND_RESULT)) {
      query.setString(1, id.value());
      query.setString(2, owner.name());
      query.setLong(3, now.toEpochMilli());
      query.setString(4, name);
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? Optional.of(StoredJson.read(row.getString(1))) : Optional.empty();
      }
    }
  }

  private static void bindRest(PreparedStatement statement, TaskRecord task) throws SQLException {
    statement.setString(1, task.status().name());
    statement.setLong(2, task.updatedAt().toEpochMilli());
    statement.setLong(3, task.expiresAt().toEpochMilli());
    statement.setLong(4, task.pollInterval().toMillis());
    statement.setLong(5, task.version());
    statement.setString(6, StoredJson.write(TaskBody.of(task).json()));
  }

  private static void bindIndexed(PreparedStatement statement, TaskRecord task)
      throws SQLException {
    Indexed indexed = Indexed.of(task);
    statement.setInt(7, indexed.isLive() ? 1 : 0);
    statement.setInt(8, indexed.isHeld() ? 1 : 0);
    statement.setLong(9, indexed.expiryHour());
  }

  /** What indexes hold of a task and a change may change. */
  private record Indexed(boolean isLive, boolean isHeld, long expiryHour) {
    static Indexed of(TaskRecord task) {
      return new Indexed(
          !task.status().isFinal(), task.holder().isPresent(), hour(task.expiresAt()));
    }

    static long hour(Instant time) {
      return time.toEpochMilli() / MILLIS_OF_HOUR;
    }
  }

  private static List<TaskRecord> records(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      List<TaskRecord> records = new ArrayList<>();
      while (rows.next()) {
        records.add(record(rows));
      }
      return records;
    }
  }

  private static TaskRecord record(ResultSet row) throws SQLException {
    try {
      return toRecord(row);
    } catch (JacksonException | IllegalArgumentException | ClassCastException unreadable) {
      throw new SQLDataException(
          "task %s cannot be read: %s".formatted(row.getString("id"), unreadable.getMessage()),
          unreadable);
    }
  }

  private static TaskRecord toRecord(ResultSet row) throws SQLException {
    TaskBody body = new TaskBody((ObjectNode) StoredJson.read(row.getString("body")));
    Instant createdAt = Instant.ofEpochMilli(row.getLong("created_at"));
    Instant renewedAt = body.renewedAt().orElse(createdAt);
    return new TaskRecord(
        new TaskId(row.getString("id")),
        new TaskOwner(row.getString("owner")),
        TaskKind.valueOf(row.getString("kind")),
        body.subject(),
        TaskStatus.valueOf(row.getString("status")),
        body.statusMessage(),
        createdAt,
        Instant.ofEpochMilli(row.getLong("updated_at")),
        Duration.between(renewedAt, Instant.ofEpochMilli(row.getLong("expires_at"))),
        renewedAt,
        Duration.ofMillis(row.getLong("poll_interval")),
        body.map("variables"),
        body.map("inputRequests"),
        body.map("inputResponses"),
        body.outcome(),
        body.holder(),
        row.getLong("version"));
  }
}
