package dev.baton.task.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.database.Migrations;
import dev.baton.task.MovableClock;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks of a database that an earlier version made are there in this one. */
class EarlierTasksTest {
  private static final Instant NOW = Instant.parse("2026-11-15T10:30:00Z");

  abstract static class Contract {
    @RegisterExtension final Databases databases;
    private final MovableClock clock = new MovableClock(NOW);

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Test
    void live_tasks_are_looked_after_and_all_expire_in_their_time() {
      Database database = databases.openNew();
      Migrations.of("task", JdbcTaskStore.class, "migrations", List.of("V0001__tasks.sql"))
          .apply(database);
      insert(database, "live", "WORKING", Duration.ofMinutes(10));
      insert(database, "ended", "CANCELLED", Duration.ofHours(10));

      JdbcTaskStore store = JdbcTaskStore.open(database, clock, TaskLimits.DEFAULT);

      assertThat(store.listHeld(TaskKind.TOOL_CALL, TaskCursor.START, 10).tasks())
          .extracting(TaskRecord::id)
          .containsExactly(new TaskId("live"));
      clock.advance(Duration.ofMinutes(10).minusMillis(1));
      assertThat(store.sweep(clock.instant())).isEmpty();
      clock.advance(Duration.ofMillis(1));
      assertThat(store.sweep(clock.instant())).containsExactly(new TaskId("live"));
      assertThat(store.find(TaskOwner.LOCAL, new TaskId("ended"))).isPresent();
      clock.advance(Duration.ofHours(10));
      assertThat(store.sweep(clock.instant())).containsExactly(new TaskId("ended"));
    }

    private static void insert(Database database, String id, String status, Duration left) {
      database.write(
          connection -> {
            try (PreparedStatement insert =
                connection.prepareStatement(
                    """
                    insert into mcp_task
                      (id, owner, kind, status, live, created_at, updated_at, expires_at, poll_interval, version, body)
                    values (?, 'local', 'TOOL_CALL', ?, ?, ?, ?, ?, 1000, 1, '{"subject":{}}')
                    """)) {
              insert.setString(1, id);
              insert.setString(2, status);
              insert.setInt(3, status.equals("WORKING") ? 1 : 0);
              insert.setLong(4, NOW.toEpochMilli());
              insert.setLong(5, NOW.toEpochMilli());
              insert.setLong(6, NOW.plus(left).toEpochMilli());
              return insert.executeUpdate();
            }
          });
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

  @Test
  void every_file_of_the_store_is_in_its_list() throws Exception {
    Path folder = Path.of(JdbcTaskStore.class.getResource("migrations").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .isEqualTo(JdbcTaskStore.migrations().files().toList());
    }
  }
}
