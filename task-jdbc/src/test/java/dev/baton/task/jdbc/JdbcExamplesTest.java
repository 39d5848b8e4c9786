package dev.baton.task.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.NewTask;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** The code that the documentation shows. */
class JdbcExamplesTest {
  @TempDir Path directory;

  @Test
  void a_task_is_there_after_the_store_was_closed() {
    String address = directory.resolve("tasks.db").toString();
    var subject = JsonNodeFactory.instance.objectNode().put("tool", "deploy");

    // @start region="store"
    TaskRecord task;
    try (Database database = Database.open(address)) {
      TaskStore store = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
      task =
          store.create(
              NewTask.of(TaskOwner.LOCAL, TaskKind.TOOL_CALL, subject, TaskLimits.DEFAULT));
    }
    // @end

    try (Database database = Database.open(address)) {
      TaskStore store = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
      assertThat(store.find(TaskOwner.LOCAL, task.id())).contains(task);
    }
  }

  @Test
  void something_else_is_kept_in_the_same_database() {
    try (Database database = Database.open(directory.resolve("notes.db"))) {
      // @start region="migrations"
      Migrations.of("notes", JdbcExamplesTest.class, "forms", List.of("V0001__notes.sql"))
          .apply(database);
      // @end

      // @start region="database"
      int added =
          database.write(
              connection -> {
                try (var insert =
                    connection.prepareStatement("insert into note (name) values (?)")) {
                  insert.setString(1, "read me");
                  return insert.executeUpdate();
                }
              });
      // @end

      assertThat(added).isEqualTo(1);
      assertThat(MigrationsTest.notes(database)).contains("read me");
    }
  }
}
