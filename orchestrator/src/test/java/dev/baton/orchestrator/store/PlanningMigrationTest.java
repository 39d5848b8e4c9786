package dev.baton.orchestrator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.database.Migrations;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.store.RequestTable.RequestKey;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of a board that was made before tasks had numbers, places and labels. */
class PlanningMigrationTest {
  private static final List<String> BEFORE =
      List.of(
          "V0001__orchestrator.sql",
          "V0002__configuration.sql",
          "V0003__stop_reason.sql",
          "V0004__turn_session.sql",
          "V0005__node_and_denials.sql",
          "V0006__agent_token.sql",
          "V0007__attempt_by_state.sql",
          "V0008__archived_projects.sql",
          "V0009__nodes.sql");
  private static final String ROWS =
      """
      insert into project (id, name, created_at, updated_at) values
        ('00000000-0000-4000-8000-0000000000a1', 'shop', 1, 1),
        ('00000000-0000-4000-8000-0000000000a2', 'site', 1, 1);
      insert into board_task (id, project_id, title, status, created_at, updated_at) values
        ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-0000000000a1', 'A', 'todo', 10, 10),
        ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-0000000000a2', 'B', 'todo', 20, 20),
        ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-0000000000a1', 'C', 'done', 30, 30),
        ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-0000000000a1', 'D', 'todo', 40, 40);
      insert into stored_request (owner, tool, request_id, fingerprint, response, created_at) values
        ('local', 'create_task', 'k', 'f', '{"task":{"id":"00000000-0000-4000-8000-000000000004","projectId":"00000000-0000-4000-8000-0000000000a1","title":"{\\"task\\":{\\"id\\":","description":null,"status":"TODO","createdAt":"1970-01-01T00:00:00.040Z","updatedAt":"1970-01-01T00:00:00.040Z"},"latestAttempt":null,"hasInProgressAttempt":false,"lastAttemptFailed":false,"needsInput":false}', 1)
      """;

  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);

  private Database before(Dialect dialect) {
    var database = (dialect == Dialect.SQLITE ? sqlite : postgres).openNew();
    Migrations.of("orchestrator", Store.class, "migrations", BEFORE).apply(database);
    database.write(
        connection -> {
          try (var statement = connection.createStatement()) {
            for (var insert : ROWS.split(";\n", -1)) {
              statement.execute(insert);
            }
            return connection;
          }
        });
    return database;
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void tasks_get_numbers_as_they_were_made_and_places_newest_first(Dialect dialect) {
    var store = Store.open(before(dialect));
    var page = PageRequest.first(PageLimit.items(10));

    var todo =
        store.read(
            tables ->
                tables
                    .boardTasks()
                    .listColumn(BoardTaskFilter.ALL.in(BoardTaskStatus.TODO), "", page));
    assertThat(todo)
        .extracting(
            it -> it.task().title(),
            it -> it.task().number(),
            it -> it.task().position().text(),
            it -> it.task().priority())
        .containsExactly(
            tuple("D", 3L, "i0000001", Priority.NORMAL),
            tuple("B", 1L, "i0000002", Priority.NORMAL),
            tuple("A", 1L, "i0000003", Priority.NORMAL));
    var shop = UUID.fromString("00000000-0000-4000-8000-0000000000a1");
    var next = store.write(tables -> tables.projects().nextTaskNumber(shop));
    assertThat(next).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void an_answer_that_was_kept_for_a_repeated_call_can_still_be_given(Dialect dialect) {
    var store = Store.open(before(dialect));

    var kept =
        store.read(tables -> tables.requests().find(new RequestKey("local", "create_task", "k")));

    var answer = Json.MAPPER.readValue(kept.orElseThrow().response(), BoardTaskOverview.class);
    assertThat(answer.task().number()).isEqualTo(3);
    assertThat(answer.task().title()).isEqualTo("{\"task\":{\"id\":");
    assertThat(answer.task().priority()).isEqualTo(Priority.NORMAL);
    assertThat(answer.task().archivedAt()).isEqualTo(Optional.empty());
    assertThat(answer.labels()).isEmpty();
  }
}
