package dev.baton.task.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.task.NewTask;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.nio.file.Path;
import java.time.Clock;
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
}
