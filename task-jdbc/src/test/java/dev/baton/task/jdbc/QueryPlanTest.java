package dev.baton.task.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.task.NewTask;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.JsonNodeFactory;

/** No statement of the store looks at every task; the plans of both databases say so. */
@Tag("slow")
class QueryPlanTest {
  private static final int TASKS = 20_000;
  private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");
  private static final long MILLIS = NOW.toEpochMilli();
  private static final long HOUR = Duration.ofMillis(MILLIS).toHours();
  private static final TaskRecord SOME = record(7);

  private static final Map<String, List<Object>> STATEMENTS = new LinkedHashMap<>();

  static {
    String id = SOME.id().value();
    String owner = SOME.owner().name();
    long created = SOME.createdAt().toEpochMilli();
    STATEMENTS.put(TaskSql.FIND, List.of(id, owner, MILLIS));
    STATEMENTS.put(TaskSql.COUNT_LIVE, List.of(owner, MILLIS, 1000));
    STATEMENTS.put(TaskSql.LIST, List.of(owner, created, created, id, MILLIS, 50L));
    STATEMENTS.put(TaskSql.LIST_LIVE, List.of(owner, created, created, id, MILLIS, 50L));
    STATEMENTS.put(TaskSql.LIST_HELD, List.of("TOOL_CALL", created, created, id, MILLIS, 50L));
    STATEMENTS.put(TaskSql.LIST_EXPIRED, List.of(HOUR, MILLIS, 1));
    STATEMENTS.put(TaskSql.SWEEP, List.of(HOUR, MILLIS, 500));
    STATEMENTS.put(
        TaskSql.REPLACE, List.of("WORKING", 1L, 1L, 1L, 2L, "{}", id, owner, 1L, MILLIS));
    STATEMENTS.put(
        TaskSql.REPLACE_ALL,
        List.of("WORKING", 1L, 1L, 1L, 2L, "{}", 1, 0, HOUR, id, owner, 1L, MILLIS));
    STATEMENTS.put(TaskSql.REMOVE_RESULT, List.of(id, "deploy"));
    STATEMENTS.put(TaskSql.FIND_RESULT, List.of(id, owner, MILLIS, "deploy"));
  }

  abstract static class Contract {
    @RegisterExtension final Databases databases;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @Test
    void every_statement_finds_its_rows_by_an_index() {
      Database database = databases.openNew();
      var unused = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
      database.write(Contract::fill);

      STATEMENTS.forEach(
          (sql, parameters) ->
              assertThat(plan(database, sql, parameters))
                  .as(sql)
                  .isNotEmpty()
                  .noneMatch(this::isFullScan));
    }

    abstract String explain();

    abstract int planColumn();

    abstract boolean isFullScan(String step);

    private List<String> plan(Database database, String sql, List<Object> parameters) {
      // why: in a transaction, because a plan is also asked for statements that write
      return database.write(
          connection -> {
            try (PreparedStatement query = connection.prepareStatement(explain() + sql)) {
              for (int place = 0; place < parameters.size(); place++) {
                query.setObject(place + 1, parameters.get(place));
              }
              try (ResultSet rows = query.executeQuery()) {
                List<String> steps = new ArrayList<>();
                while (rows.next()) {
                  steps.add(rows.getString(planColumn()));
                }
                return steps;
              }
            }
          });
    }

    private static boolean fill(Connection connection) throws SQLException {
      TaskRows rows = new TaskRows(connection);
      for (int number = 0; number < TASKS; number++) {
        TaskRecord task = record(number);
        rows.insert(task);
        if (number % 10 == 0) {
          rows.putResult(task.id(), "deploy", JsonNodeFactory.instance.stringNode("x"));
        }
      }
      try (Statement statement = connection.createStatement()) {
        return !statement.execute("analyze");
      }
    }
  }

  /**
   * Of 200 owners; one in a hundred is a tool call that somebody works on, one in a hundred has
   * expired.
   */
  private static TaskRecord record(int number) {
    TaskKind kind = number % 100 == 0 ? TaskKind.TOOL_CALL : TaskKind.WORKFLOW_RUN;
    Duration lifetime = number % 100 == 1 ? Duration.ofMillis(1) : Duration.ofDays(1);
    NewTask task =
        NewTask.of(
                new TaskOwner("owner " + number % 200),
                kind,
                JsonNodeFactory.instance.objectNode().put("workflow", "release"),
                TaskLimits.DEFAULT)
            .withTimeToLive(lifetime);
    return (kind == TaskKind.TOOL_CALL ? task.heldBy("one") : task)
        .toRecord(new TaskId("task " + number), NOW.minusMillis(1 + number));
  }

  @Nested
  class OnSqlite extends Contract {
    OnSqlite() {
      super(Dialect.SQLITE);
    }

    @Override
    String explain() {
      return "explain query plan ";
    }

    @Override
    int planColumn() {
      return 4;
    }

    @Override
    boolean isFullScan(String step) {
      // why: the last two are the few rows that a query inside the query has found
      return step.startsWith("SCAN")
          && !step.equals("SCAN counted")
          && !step.equals("SCAN expired");
    }
  }

  @Nested
  class OnPostgres extends Contract {
    OnPostgres() {
      super(Dialect.POSTGRESQL);
    }

    @Override
    String explain() {
      return "explain ";
    }

    @Override
    int planColumn() {
      return 1;
    }

    @Override
    boolean isFullScan(String step) {
      return step.contains("Seq Scan");
    }
  }
}
