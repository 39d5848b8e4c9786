package dev.baton.orchestrator.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.database.Database;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardExport.Choice;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import dev.baton.orchestrator.transfer.BoardImport.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A board whose tasks have moved on between two imports. */
class MovedOnBoardTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  abstract static class Contract {
    @RegisterExtension final Databases databases;
    @TempDir private Path directory;
    private Store source;
    private Database database;
    private Store target;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @BeforeEach
    void open() {
      source = Store.open(databases.openNew());
      database = databases.openNew();
      target = Store.open(database);
      new GeneratedBoard(7).fill(source);
    }

    private Path export(Store store, String name, boolean logs) throws IOException {
      var file = directory.resolve(name);
      new BoardExport(store, _ -> {}).write(file, new Choice("1.0", directory, logs), NOW);
      return file;
    }

    private Outcome bring(Store store, Path file) throws IOException {
      return new BoardImport(store, new Destination("here", directory, "an empty one"), _ -> {})
          .bring(BoardFile.check(file, file.toString(), store, _ -> {}));
    }

    @Test
    void a_task_whose_pull_request_was_merged_between_two_imports_stays_done() throws IOException {
      var file = export(source, "board.jsonl", true);
      bring(target, file);
      ServedBoard.merge(target, NOW);
      var served = Files.readString(export(target, "served.jsonl", true));

      var again = bring(target, file);

      assertThat(served)
          .doesNotContain("\"status\":\"todo\"")
          .contains("\"state\":\"merged\"", "It was merged");
      assertThat(again.count()).isZero();
      assertThat(export(target, "again.jsonl", true)).hasContent(served);
    }

    @Test
    void what_was_done_or_given_up_between_two_imports_does_not_come_back() throws IOException {
      var file = export(source, "board.jsonl", true);
      var first = bring(target, file);
      for (var table :
          List.of("task_label", "task_blocker", "task_auto_start", "project_auto_start")) {
        assertThat(first.added()).containsKey(table);
        database.write(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.executeUpdate("delete from " + table);
              }
            });
      }

      assertThat(bring(target, file).count()).isZero();
    }

    @Test
    void a_task_that_has_moved_on_elsewhere_since_it_was_imported_is_said() throws IOException {
      bring(target, export(source, "board.jsonl", true));
      ServedBoard.merge(source, NOW);
      var later = export(source, "later.jsonl", false);

      assertThatThrownBy(() -> bring(target, later))
          .isInstanceOf(ToolFailure.class)
          .hasMessageContaining("has another status here");
    }
  }

  @Nested
  class InFiles extends Contract {
    InFiles() {
      super(Dialect.SQLITE);
    }
  }

  @Nested
  class InServers extends Contract {
    InServers() {
      super(Dialect.POSTGRESQL);
    }
  }
}
