package dev.baton.orchestrator.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transfer.BoardExport.Choice;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A board that somebody edited on its way may have nothing that no operation would write. */
class EditedBoardTest {
  /** In the file of a board, changes the first line of its kind. */
  abstract static class Contract {
    @RegisterExtension final Databases databases;
    @TempDir private Path directory;
    private Store target;
    private Path file;
    private List<String> lines;

    Contract(Dialect dialect) {
      databases = Databases.of(dialect);
    }

    @BeforeEach
    void export() throws IOException {
      var source = Store.open(databases.openNew());
      new GeneratedBoard(7).fill(source);
      target = Store.open(databases.openNew());
      file = directory.resolve("100% board.jsonl");
      new BoardExport(source, _ -> {}).write(file, new Choice("1", directory, true), Instant.EPOCH);
      lines = Files.readAllLines(file);
    }

    private int place(String kind) {
      return lines.indexOf(
          lines.stream()
              .filter(line -> line.startsWith("{\"%s\"".formatted(kind)))
              .findFirst()
              .get());
    }

    private JsonNode read(String kind, int after, String field) {
      return Json.parseObject(lines.get(place(kind) + after)).path(kind).path(field);
    }

    private String refusal(String kind, int after, String field, JsonNode value)
        throws IOException {
      var edited = new ArrayList<>(lines);
      var line = Json.parseObject(lines.get(place(kind) + after));
      line.withObject("/" + kind).set(field, value);
      edited.set(place(kind) + after, line.toString());
      Files.write(file, edited);
      var refused =
          catchThrowableOfType(
              ToolFailure.class,
              () ->
                  new BoardImport(target, new Destination("here", directory, "another"), _ -> {})
                      .bring(BoardFile.check(file, "100% board.jsonl", target, _ -> {})));
      assertThat(refused).as("%s.%s = %s", kind, field, value).isNotNull();
      assertThat(refused.hint()).startsWith("Nothing was imported; mend the line, or ");
      Optional<Long> event = target.read(tables -> tables.events().latest());
      assertThat(event).isEmpty();
      return String.valueOf(refused.getMessage());
    }

    private void refused(String kind, String field, String value, String reason)
        throws IOException {
      assertThat(refusal(kind, 0, field, Json.MAPPER.readTree(value)))
          .isEqualTo(
              "Line %d of 100%% board.jsonl cannot be read: '%s' of '%s' cannot be %s%s"
                  .formatted(
                      place(kind) + 1,
                      field,
                      kind,
                      value.length() > 200 ? value.substring(0, 200) + "…" : value,
                      reason));
    }

    @Test
    void texts_that_no_operation_takes_are_refused_with_the_reason() throws IOException {
      refused("project", "name", "\"\"", ": name is blank");
      refused("board_task", "title", "\" \"", ": title is blank");
      refused("board_task", "title", "\"a\\nb\"", ": title has the control character U+000A");
      refused(
          "board_task",
          "title",
          "\"%s\"".formatted("a".repeat(501)),
          ": title has 501 characters, but at most 500 are allowed");
      refused(
          "board_task",
          "description",
          "\"%s\"".formatted("a".repeat(1_000_001)),
          ": description has 1000001 characters, but at most 1000000 are allowed");
      refused("label", "name", "\" bug \"", "");
      refused(
          "repo", "name", "\"../x\"", ": '../x' cannot be the name of a repository's directory");
      refused("repo", "path", "\"shop\"", "");
      for (var branch :
          List.of("", "-f", "a b", "a..b", "a.lock", "/a", "a/", "@", "a/.b", "a@{b")) {
        refused(
            "attempt",
            "branch",
            "\"%s\"".formatted(branch),
            ": '%s' cannot be the name of a branch".formatted(branch));
      }
      refused("agent_cost", "day", "\"2026-13-45\"", "");
      refused("review_comment", "body", "\"\"", ": text is blank");
      refused(
          "board_task",
          "status",
          "\"lost\"",
          ": it is one of todo, inprogress, inreview, done, cancelled");
    }

    @Test
    void numbers_that_no_operation_writes_are_refused_with_the_bound() throws IOException {
      refused("board_task", "number", "0", ": it is at least 1");
      refused("board_task", "number", "-3", ": it is at least 1");
      refused("board_task", "budget", "-1", ": it is at least 0");
      refused("project", "budget", "1000000000000000001", ": it is at most 1000000000000000000");
      refused("project_auto_start", "attempt_limit", "1001", ": it is at most 1000");
      refused("attempt", "queue_held", "2", ": it is at most 1");
      refused("agent_cost", "input_tokens", "-5", ": it is at least 0");
    }

    @Test
    void what_would_run_or_wait_in_line_is_refused() throws IOException {
      var reason = ": nothing runs in an exported board";
      refused("attempt", "state", "\"running\"", reason);
      refused("attempt", "ticket", "4", reason);
      refused("attempt", "node", "\"elsewhere\"", reason);
      refused("turn", "status", "\"active\"", reason);
      refused("execution_process", "status", "\"running\"", reason);
      refused("approval", "status", "\"pending\"", reason);
    }

    @Test
    void what_no_two_rows_can_have_is_said_with_line_field_value_and_owner() throws IOException {
      for (var unique :
          List.of(
              List.of("board_task", "number", "project_id"),
              List.of("label", "name", "project_id"),
              List.of("turn", "turn_index", "attempt_id"))) {
        var kind = unique.getFirst();
        var first = lines;
        lines = new ArrayList<>(lines);
        var line = Json.parseObject(lines.get(place(kind) + 1));
        line.withObject("/" + kind).set(unique.getLast(), read(kind, 0, unique.getLast()));
        lines.set(place(kind) + 1, line.toString());
        var taken = read(kind, 0, unique.get(1));

        assertThat(refusal(kind, 1, unique.get(1), taken))
            .startsWith(
                "Line %d of 100%% board.jsonl cannot be imported: '".formatted(place(kind) + 2))
            .contains(
                "of '%s' is ".formatted(kind),
                unique.get(1),
                taken.asString(),
                "which %s has in the lines before or on this board"
                    .formatted(read(kind, 0, "id").asString()))
            .doesNotContainIgnoringCase("constraint");
        lines = first;
      }
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
