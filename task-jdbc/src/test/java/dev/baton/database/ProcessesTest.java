package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.task.NewTask;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Several processes on one database, and processes that die. */
@Tag("slow")
class ProcessesTest {
  private static final int KILLS = Integer.getInteger("baton.kills", 4);

  abstract static class Contract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Test
    @Timeout(120)
    void two_hundred_parallel_continuations_from_two_processes_lose_nothing() throws Exception {
      String address = databases.newAddress();
      TaskStore store = store(address);
      TaskId id = newTask(store);

      try (var one = ChildProgram.start(StoreProgram.class, "continue", address, id.value(), "a");
          var two = ChildProgram.start(StoreProgram.class, "continue", address, id.value(), "b")) {
        startTogether(List.of(one, two));
        assertThat(one.line()).isEqualTo("done");
        assertThat(two.line()).isEqualTo("done");
      }

      TaskRecord task = store.find(TaskOwner.LOCAL, id).orElseThrow();
      assertThat(task.variables()).hasSize(200);
      assertThat(task.version()).isEqualTo(201);
    }

    @Test
    @Timeout(600)
    void a_process_that_is_killed_loses_no_change_that_was_acknowledged() throws Exception {
      String address = databases.newAddress();
      TaskId id = newTask(store(address));
      Random random = new Random(7);

      for (int round = 0; round < KILLS; round++) {
        long acknowledged = countAndKill(address, id, 1 + random.nextInt(60));
        // why: a process that starts after the death must find it, not one that was there before
        try (Database database = Database.open(address)) {
          TaskRecord task =
              JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT)
                  .find(TaskOwner.LOCAL, id)
                  .orElseThrow();
          assertThat(task.variables().get("count")).isEqualTo(count(task.version() - 1));
          assertThat(task.version() - 1).isBetween(acknowledged, acknowledged + 1);
        }
      }
    }

    @Test
    @Timeout(120)
    void processes_that_start_at_the_same_moment_migrate_once() throws Exception {
      String address = databases.newAddress();
      List<ChildProgram> programs = new ArrayList<>();
      try {
        for (int program = 0; program < 3; program++) {
          programs.add(ChildProgram.start(StoreProgram.class, "migrate", address));
        }
        startTogether(programs);
        for (ChildProgram program : programs) {
          assertThat(program.line()).isEqualTo("done");
        }
      } finally {
        for (ChildProgram program : programs) {
          program.close();
        }
      }

      assertThat(MigrationsTest.notes(databases.open(address)))
          .containsExactly("first; of all", "added by the second migration");
    }

    private TaskStore store(String address) {
      return JdbcTaskStore.open(databases.open(address), Clock.systemUTC(), TaskLimits.DEFAULT);
    }

    /** The last number that the program said before it died. */
    private static long countAndKill(String address, TaskId id, int lines) throws Exception {
      try (var program = ChildProgram.start(StoreProgram.class, "count", address, id.value())) {
        long acknowledged = 0;
        for (int line = 0; line < lines; line++) {
          acknowledged = Long.parseLong(program.line());
        }
        program.kill();
        for (String last = program.line(); !last.isEmpty(); last = program.line()) {
          acknowledged = Long.parseLong(last);
        }
        return acknowledged;
      }
    }

    private static TaskId newTask(TaskStore store) {
      var subject = JsonNodeFactory.instance.objectNode().put("workflow", "release");
      return store
          .create(NewTask.of(TaskOwner.LOCAL, TaskKind.WORKFLOW_RUN, subject, TaskLimits.DEFAULT))
          .id();
    }

    private static JsonNode count(long number) {
      return JsonNodeFactory.instance.numberNode((int) number);
    }

    private static void startTogether(List<ChildProgram> programs) throws Exception {
      for (ChildProgram program : programs) {
        assertThat(program.line()).isEqualTo("ready");
      }
      for (ChildProgram program : programs) {
        program.send("go");
      }
    }
  }

  @Nested
  class OnSqlite extends Contract {
    OnSqlite() {
      super(Dialect.SQLITE);
    }
  }

  @Nested
  class OnPostgres extends Contract {
    OnPostgres() {
      super(Dialect.POSTGRESQL);
    }
  }
}
