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
  private final Connection connection;

  TaskRows(Connection connection) {
    this.connection = connection;
  }

  void insert(TaskRecord task) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(TaskSql.INSERT)) {
      bindWhatChanges(insert, task);
      insert.setString(8, task.id().value());
      insert.setString(9, task.owner().name());
      insert.setString(10, task.kind().name());
      insert.setLong(11, task.createdAt().toEpochMilli());
      insert.executeUpdate();
    }
  }

  /** False if somebody else wrote this version before, or the task is gone. */
  boolean replace(TaskRecord next, Instant now) throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(TaskSql.REPLACE)) {
      bindWhatChanges(update, next);
      update.setString(8, next.id().value());
      update.setString(9, next.owner().name());
      update.setLong(10, next.version() - 1);
      update.setLong(11, now.toEpochMilli());
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
    try (PreparedStatement query = connection.prepareStatement(TaskSql.LIST)) {
      query.setString(1, owner.name());
      query.setLong(2, from.createdAt().toEpochMilli());
      query.setLong(3, from.createdAt().toEpochMilli());
      query.setString(4, from.id().value());
      query.setLong(5, now.toEpochMilli());
      query.setLong(6, limit);
      return records(query);
    }
  }

  List<TaskRecord> listLive(TaskKind kind, Instant now) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(TaskSql.LIST_LIVE)) {
      query.setString(1, kind.name());
      query.setLong(2, now.toEpochMilli());
      return records(query);
    }
  }

  /** The time up to which about so many tasks have expired. */
  Optional<Instant> sweepUntil(Instant now, int tasks) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(TaskSql.SWEEP_UNTIL)) {
      query.setLong(1, now.toEpochMilli());
      query.setInt(2, tasks);
      try (ResultSet row = query.executeQuery()) {
        long until = row.next() ? row.getLong(1) : 0;
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(until));
      }
    }
  }

  List<TaskRecord> sweep(Instant until) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(TaskSql.SWEEP)) {
      delete.setLong(1, until.toEpochMilli());
      return records(delete);
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

  private static void bindWhatChanges(PreparedStatement statement, TaskRecord task)
      throws SQLException {
    statement.setString(1, task.status().name());
    statement.setInt(2, task.status().isFinal() ? 0 : 1);
    statement.setLong(3, task.updatedAt().toEpochMilli());
    statement.setLong(4, task.expiresAt().toEpochMilli());
    statement.setLong(5, task.pollInterval().toMillis());
    statement.setLong(6, task.version());
    statement.setString(7, StoredJson.write(TaskBody.of(task).json()));
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
