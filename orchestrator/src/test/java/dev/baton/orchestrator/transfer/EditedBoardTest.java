package dev.baton.orchestrator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.StringNode;

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
    void ids_in_capital_letters_which_nobody_would_find_are_refused() throws IOException {
      var id = read("board_task", 0, "id").stringValue().toUpperCase(Locale.ROOT);

      refused("board_task", "id", "\"%s\"".formatted(id), ": its letters are small ones");
    }

    @Test
    void messages_that_are_longer_than_messages_are_refused() throws IOException {
      refused(
          "session_message",
          "content",
          "\"%s\"".formatted("a".repeat(8193)),
          ": it is longer than a message, which is cut at 8192 bytes");
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
      for (var label : List.of("two words", "", "-gpu")) {
        refused(
            "project",
            "node_labels",
            "\"gpu,%s\"".formatted(label),
            ": '%s' is no label of a node: use up to 64 letters, digits, '.', '_' and '-', and begin with a letter or digit"
                .formatted(label));
      }
      refused(
          "project",
          "node_labels",
          "\"%s\"".formatted("gpu,".repeat(20) + "gpu"),
          ": 21 labels are too many");
      refused("agent_cost", "day", "\"2026-13-45\"", "");
      refused("review_comment", "body", "\"\"", ": text is blank");
      refused(
          "board_task",
          "status",
          "\"lost\"",
          ": it is one of todo, inprogress, inreview, done, cancelled");
    }

    @Test
    void what_would_name_commits_branches_and_places_is_refused_unless_it_can() throws IOException {
      for (var commit :
          List.of(
              "attempt_repo.base_commit",
              "task_merge.commit_id",
              "task_merge.base_commit",
              "turn_commit.commit_before",
              "turn_commit.files_before",
              "turn_commit.commit_after",
              "turn_commit.merge_head",
              "turn_commit.base_commit",
              "review_comment.commit_id",
              "pull_request.pushed_commit")) {
        var place = commit.split("\\.", 2);
        refused(place[0], place[1], "\"--all\"", ": it is no id of a commit");
      }
      for (var value : List.of("\"\"", "\"4b825dc\"", "\"HEAD\"")) {
        refused("attempt_repo", "base_commit", value, ": it is no id of a commit");
      }
      for (var kind : List.of("task_merge", "turn_commit", "pull_request")) {
        refused(kind, "target_branch", "\"-f\"", ": '-f' cannot be the name of a branch");
      }
      for (var kind : List.of("attempt_repo", "task_merge")) {
        for (var name : List.of("..", ".", "a/b", "/a", "")) {
          refused(kind, "repo_name", "\"%s\"".formatted(name), "");
        }
      }
      refused("review_mark", "path", "\"../secret\"", "");
      refused("review_comment", "path", "\"/etc/passwd\"", "");
      refused("review_look", "trees", "\"{\\\"shop\\\":\\\"HEAD\\\"}\"", "");
      refused("pull_request", "url", "\"javascript:alert(1)\"", "");
      refused("image", "name", "\"a\\nb\"", "");
      refused("turn", "prompt", "\" \"", ": prompt is blank");
      refused("log_entry", "type", "\"shout\"", "");
      refused("project_auto_start", "labels", "\" bug \"", "");
      refused(
          "project_auto_start",
          "labels",
          Json.MAPPER.writeValueAsString(
              IntStream.rangeClosed(1, 21)
                  .mapToObj("label %d"::formatted)
                  .collect(Collectors.joining("\n"))),
          ": 21 labels were given, but a task has at most 20");
      for (var kind :
          List.of(
              "attempt", "agent_session", "agent_cost", "task_auto_start", "project_auto_start")) {
        refused(kind, "executor", "\"\"", ": executor is blank");
      }
    }

    @Test
    void a_place_that_new_entries_and_messages_would_take_is_refused_with_the_counter()
        throws IOException {
      for (var counter :
          List.of(
              List.of("attempt", "next_normalized_index", "log_entry", "entry_index"),
              List.of("attempt", "next_raw_index", "log_entry", "entry_index"),
              List.of("agent_session", "next_message_index", "session_message", "message_index"))) {
        var kind = counter.get(2);
        var first = lines;
        lines = new ArrayList<>(lines);
        var entry = Json.parseObject(lines.get(place(kind)));
        if (kind.equals("log_entry")) {
          entry.withObject("/log_entry").put("channel", counter.get(1).contains("raw") ? 1 : 0);
        }
        var owner = entry.path(kind).path(counter.getFirst().replace("agent_", "") + "_id");
        int after = 0;
        while (!read(counter.getFirst(), after, "id").equals(owner)) {
          after++;
        }
        entry.withObject("/" + kind).put(counter.get(3), 5);
        lines.set(place(kind), entry.toString());

        assertThat(refusal(counter.getFirst(), after, counter.get(1), IntNode.valueOf(5)))
            .isEqualTo(
                "Line %d of 100%% board.jsonl cannot be imported: '%s' of '%s' is 5, and '%s' of its %s is 5, so that new ones would collide with it"
                    .formatted(
                        place(kind) + 1, counter.get(3), kind, counter.get(1), counter.getFirst()));
        lines = first;
      }
    }

    @Test
    void an_image_that_is_none_or_not_whole_is_refused() throws IOException {
      var id = read("image_piece", 0, "image_id").asString();
      var page = Base64.getEncoder().encodeToString("<html>1234".getBytes(UTF_8));
      assertThat(refusal("image_piece", 0, "content", StringNode.valueOf(page)))
          .endsWith(
              "'content' of 'image_piece' does not begin as the png that image %s says it is"
                  .formatted(id));
      assertThat(refusal("image_piece", 0, "content", StringNode.valueOf("iVBORw==")))
          .endsWith(
              "'content' of 'image_piece' has 4 bytes, and piece 0 of image %s, which has 10, has 10"
                  .formatted(id));
      assertThat(refusal("image_piece", 0, "piece", IntNode.valueOf(1)))
          .endsWith("'piece' of 'image_piece' is 1, and image %s has piece 0 next".formatted(id));
      assertThat(refusal("image", 0, "type", StringNode.valueOf("gif"))).contains("as the gif");
      refused("image", "size", "0", ": it is at least 1");
      refused("image", "size", "10485761", ": it is at most 10485760");
      lines.set(
          lines.size() - 1, lines.getLast().replace("\"image_piece\":12", "\"image_piece\":11"));
      lines.remove(place("image_piece"));
      assertThat(refusal("project", 0, "name", StringNode.valueOf("Shop")))
          .endsWith("'size' of 'image' is 10, and there is no piece 0 of image " + id);
    }

    @Test
    void what_is_read_together_is_said_together() throws IOException {
      for (var pair :
          List.of(
              List.of("pull_request", "number", "url"),
              List.of("turn_commit", "target_branch", "base_commit"),
              List.of("execution_process", "usage", "session_id"),
              List.of("attempt", "conflict_at", "conflict_target"),
              List.of("review_comment", "body", "commit_id"))) {
        var kind = pair.getFirst();
        var first = lines;
        int after = 0;
        while (!read(kind, after, pair.get(1)).isValueNode()
            || read(kind, after, "entry_index").isValueNode()) {
          after++;
        }
        lines = new ArrayList<>(lines);
        var line = Json.parseObject(lines.get(place(kind) + after));
        line.withObject("/" + kind).remove(pair.getLast());
        lines.set(place(kind) + after, line.toString());

        assertThatThrownBy(() -> BoardFile.check(Files.write(file, lines), "it", target, _ -> {}))
            .hasMessage(
                "Line %d of it cannot be read: '%s' of '%s' is missing"
                    .formatted(place(kind) + after + 1, pair.getLast(), kind));
        lines = first;
      }
    }

    @Test
    void numbers_that_no_operation_writes_are_refused_with_the_bound() throws IOException {
      refused("board_task", "number", "0", ": it is at least 1");
      refused("board_task", "number", "-3", ": it is at least 1");
      refused("board_task", "budget", "-1", ": it is at least 0");
      refused("project", "budget", "1000000000000000001", ": it is at most 1000000000000000000");
      refused("project_auto_start", "attempt_limit", "0", ": it is at least 1");
      refused("project_auto_start", "attempt_limit", "1001", ": it is at most 1000");
      refused("attempt", "queue_held", "2", ": it is at most 1");
      refused("agent_cost", "input_tokens", "-5", ": it is at least 0");
      refused("attempt", "epoch", "9223372036854775807", ": it is at most 9007199254740991");
      refused("agent_session", "session_index", "2147483647", ": it is at most 1000000000");
    }

    @Test
    void tasks_that_would_wait_for_each_other_in_a_circle_are_refused_with_the_circle()
        throws IOException {
      var waiting = read("task_blocker", 0, "task_id");
      assertThat(refusal("task_blocker", 0, "blocker_id", waiting))
          .matches(
              "Line %d of 100%% board.jsonl cannot be imported: with this 'task_blocker' tasks would wait for each other in a circle: (#\\d+) -> \\1"
                  .formatted(place("task_blocker") + 1));

      int after = 1;
      while (!read("task_blocker", after, "task_id")
          .equals(read("task_blocker", 0, "blocker_id"))) {
        after++;
      }
      assertThat(refusal("task_blocker", after, "blocker_id", waiting))
          .matches(".* in a circle: (#\\d+) -> [^>]+#\\d+ -> \\1");
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
