package dev.baton.bench;

import static dev.baton.bench.RowCopies.id;

import dev.baton.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A data directory in which a real attempt of the fake agent was made, and then copied: as many
 * tasks, attempts and log entries as wanted. Half of the entries belong to one attempt.
 *
 * @param address of the database
 * @param taskId the task of that attempt
 * @param attemptId the attempt with the long log
 */
record FilledBoard(
    Path data, Engine engine, String address, String projectId, String taskId, String attemptId) {
  private static final int TASK = 1;
  private static final int ATTEMPT = 2;
  private static final int SESSION = 3;
  private static final int TURN = 4;
  private static final int PROCESS = 5;

  /** How much there is. */
  record Size(long tasks, long entries) {}

  static FilledBoard fill(
      Installation installation, Path directory, Engine engine, Databases databases, Size size)
      throws IOException, InterruptedException {
    var data = directory.resolve("data");
    var address =
        engine == Engine.SQLITE
            ? data.resolve("baton.db").toString()
            : databases.newAddress(engine);
    var repository = Board.makeRepository(directory.resolve("repo"));
    try (var server = BatonServer.start(installation, data, engine, address)) {
      var board = Board.create(server, repository);
      var taskId = board.createTask("The first of many");
      var attemptId = board.startAttempt(taskId, "lines 10 100\\nsay done");
      board.awaitEnd(attemptId);
      server.end();
      var filled = new FilledBoard(data, engine, address, board.projectId(), taskId, attemptId);
      filled.copy(size);
      return filled;
    }
  }

  BatonServer start(Installation installation) throws IOException, InterruptedException {
    return BatonServer.start(installation, data, engine, address);
  }

  private void copy(Size size) {
    try (var database = Database.open(address)) {
      var statements = new ArrayList<String>();
      statements.add(
          new RowCopies("board_task", "t.id = '%s'".formatted(taskId))
              .with("id", id(TASK, "n.i"))
              .with("created_at", "t.created_at - n.i")
              .with("number", "n.i + 2")
              .with("position", "'j' || substr(cast(10000000 + n.i as text), 2)")
              .sql(database, size.tasks() - 1));
      statements.add(
          "update project set last_task_number = %d where id = '%s'"
              .formatted(size.tasks(), projectId));
      copyAttempts(database, size.tasks() - 1, statements);
      copyLogs(database, size, statements);
      Databases.run(address, statements);
    }
  }

  /** Every task has an attempt with all that belongs to it. */
  private void copyAttempts(Database database, long count, List<String> statements) {
    statements.add(
        new RowCopies("attempt", "t.id = '%s'".formatted(attemptId))
            .with("id", id(ATTEMPT, "n.i"))
            .with("task_id", id(TASK, "n.i"))
            .with("root", "t.root || n.i")
            .with("workspace_made", "0")
            .with("created_at", "t.created_at - n.i")
            .sql(database, count));
    statements.add(part("attempt_repo").sql(database, count));
    statements.add(part("agent_session").with("id", id(SESSION, "n.i")).sql(database, count));
    statements.add(part("turn").with("id", id(TURN, "n.i")).sql(database, count));
    statements.add(
        part("execution_process")
            .with("id", id(PROCESS, "n.i"))
            .with("session_id", id(SESSION, "n.i"))
            .with("turn_id", id(TURN, "n.i"))
            .with("token_hash", "null")
            .sql(database, count));
  }

  private RowCopies part(String table) {
    return new RowCopies(table, "t.attempt_id = '%s'".formatted(attemptId))
        .with("attempt_id", id(ATTEMPT, "n.i"));
  }

  private void copyLogs(Database database, Size size, List<String> statements) {
    var others = size.tasks() - 1;
    var raw = "t.attempt_id = '%s' and t.channel = 1 and t.entry_index = 1".formatted(attemptId);
    var half = size.entries() / 2;
    statements.add(
        new RowCopies("log_entry", raw).with("entry_index", "n.i + 1000").sql(database, half));
    statements.add(
        "update attempt set next_raw_index = %d where id = '%s'".formatted(half + 1000, attemptId));
    statements.add(
        new RowCopies("log_entry", raw)
            .with("attempt_id", id(ATTEMPT, "(n.i %% %d)".formatted(others).replace("%%", "%")))
            .with("entry_index", "n.i / %d".formatted(others))
            .sql(database, half));
  }
}
