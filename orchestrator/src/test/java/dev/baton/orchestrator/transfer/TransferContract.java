package dev.baton.orchestrator.transfer;

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
import dev.baton.orchestrator.transfer.BoardImport.Outcome;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A board that goes from a file of SQLite to either database, and back. */
abstract class TransferContract {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @RegisterExtension final Databases files = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases databases;
  @TempDir private Path directory;
  private Store source;
  private Store target;

  TransferContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    source = Store.open(files.openNew());
    target = Store.open(databases.openNew());
    new GeneratedBoard(7).fill(source);
  }

  private Path export(Store store, String name) throws IOException {
    return export(store, name, true);
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

  private Optional<Long> latestEvent() {
    return target.read(tables -> tables.events().latest());
  }

  @Test
  void a_board_is_equal_after_it_went_there_and_back() throws IOException {
    var first = export(source, "first.jsonl");

    var outcome = bring(target, first);
    var second = export(target, "second.jsonl");
    var back = Store.open(files.openNew());
    bring(back, second);

    assertThat(second).hasSameTextualContentAs(first);
    assertThat(export(back, "third.jsonl")).hasSameTextualContentAs(first);
    assertThat(outcome.added()).hasSize(MovedTable.ALL.size());
    assertThat(outcome.present()).isEmpty();
  }

  @Test
  void where_a_workspace_was_stays_written_also_if_it_is_gone() throws IOException {
    var file = export(source, "board.jsonl");
    Files.writeString(file, Files.readString(file).replace("\"/gone/", "\"" + directory + "/"));

    bring(target, file);

    assertThat(export(target, "again.jsonl")).hasSameTextualContentAs(file);
  }

  @Test
  void text_that_only_a_file_of_sqlite_takes_comes_with_signs_in_its_place() throws IOException {
    var file = export(source, "board.jsonl");
    var odd = Files.readString(file).replace("\"summary\":\"", "\"summary\":\"a\\u0000\\ud83d");
    Files.writeString(file, odd);

    bring(target, file);

    assertThat(bring(target, file).count()).as("the same again").isZero();
    assertThat(export(target, "again.jsonl")).content().contains("a\u2400\ufffd");
  }

  @Test
  void what_was_imported_twice_is_there_once() throws IOException {
    var file = export(source, "board.jsonl");
    bring(target, file);

    var again = bring(target, file);

    assertThat(again.count()).isZero();
    assertThat(again.present().values()).containsOnly(12L);
    assertThat(export(target, "again.jsonl")).hasSameTextualContentAs(file);
  }

  @Test
  void what_a_server_found_out_by_itself_between_two_imports_stays() throws IOException {
    var file = export(source, "board.jsonl");
    bring(target, file);
    ServedBoard.look(target, NOW);
    var served = Files.readString(export(target, "served.jsonl"));

    var again = bring(target, file);

    assertThat(served).contains("\"conflict_files\":77", "https://x.org/77", "Look again");
    assertThat(again.count()).isZero();
    assertThat(export(target, "again.jsonl")).hasContent(served);
  }

  @Test
  void logs_come_on_wish_and_also_later() throws IOException {
    var without = bring(target, export(source, "without.jsonl", false));
    var with = bring(target, export(source, "with.jsonl", true));

    assertThat(without.added()).doesNotContainKey("log_entry");
    assertThat(with.added()).isEqualTo(Map.of("log_entry", 12L));
  }

  @Test
  void the_projects_that_came_are_told() throws IOException {
    assertThat(latestEvent()).isEmpty();

    bring(target, export(source, "board.jsonl"));

    assertThat(latestEvent()).contains(12L);
  }

  @Test
  void what_is_here_with_other_contents_is_said_and_changes_nothing() throws IOException {
    var file = export(source, "board.jsonl");
    bring(target, file);
    var lines = Files.readAllLines(file);
    var changed = new ArrayList<String>();
    for (var line : lines) {
      var json = Json.parseObject(line);
      if (json.path("project").isObject()) {
        json.withObject("/project").put("name", "Another");
      }
      if (json.path("label").isObject()) {
        json.withObject("/label")
            .put("id", new UUID(1, changed.size()).toString())
            .put("name", "n" + changed.size());
      }
      changed.add(json.toString());
    }
    Files.write(file, changed);

    var failure = catchThrowableOfType(ToolFailure.class, () -> bring(target, file));

    assertThat(failure.getMessage())
        .startsWith("12 rows are here already with other contents (line 2: project ")
        .contains("has another name here")
        .endsWith("; …), so nothing was imported");
    Files.write(file, lines);
    assertThat(export(target, "after.jsonl")).hasSameTextualContentAs(file);
  }

  @Test
  void a_task_whose_place_is_taken_goes_to_the_end_of_its_column() throws IOException {
    bring(target, export(source, "board.jsonl"));
    var other = Store.open(files.openNew());
    new GeneratedBoard(8).fill(other);
    var roots = Files.readString(export(other, "other.jsonl")).replace("/gone/", "/elsewhere/");
    var file = Files.writeString(directory.resolve("moved.jsonl"), roots);

    assertThat(bring(target, file).added()).containsEntry("board_task", 12L);
    assertThat(bring(target, file).count()).as("the same again").isZero();
  }

  @Test
  void a_new_task_gets_a_number_that_no_task_has_which_came() throws IOException {
    var text = Files.readString(export(source, "board.jsonl"));
    var file = directory.resolve("low.jsonl");
    Files.writeString(file, text.replaceAll("\"last_task_number\":\\d+", "\"last_task_number\":0"));

    bring(target, file);

    assertThat(bring(target, file).count()).as("the same again").isZero();
    for (var line : Files.readAllLines(file)) {
      var task = Json.parseObject(line).path("board_task");
      if (task.isObject()) {
        var project = UUID.fromString(task.path("project_id").asString());
        long next = target.write(tables -> tables.projects().nextTaskNumber(project));
        assertThat(next).isGreaterThan(task.path("number").asLong());
      }
    }
  }

  @Test
  void a_row_whose_owner_is_neither_in_the_file_nor_here_is_said_with_the_id() throws IOException {
    var file = export(source, "board.jsonl");
    var all = Files.readAllLines(file);
    for (var kind : List.of("project", "attempt", "pull_request")) {
      var lines = new ArrayList<>(all);
      lines.removeIf(line -> line.startsWith("{\"%s\":".formatted(kind)));
      lines.set(
          lines.size() - 1,
          lines.getLast().replace("\"%s\":12".formatted(kind), "\"%s\":0".formatted(kind)));
      Files.write(file, lines);

      assertThatThrownBy(() -> bring(target, file))
          .hasMessageMatching(
              "Line \\d+ of .+ cannot be imported: '%s' of '\\w+' is %s, and there is no such '%s' in the lines before or on this board"
                  .formatted(
                      kind.equals("pull_request") ? "attempt_id, repo_id" : kind + "_id",
                      kind.equals("pull_request")
                          ? "[-0-9a-f]{36}, [-0-9a-f]{36}"
                          : "[-0-9a-f]{36}",
                      kind));
      assertThat(latestEvent()).isEmpty();
    }

    bring(target, Files.write(file, all));
    var rest = new ArrayList<>(all);
    rest.removeIf(line -> line.startsWith("{\"project\":"));
    rest.set(rest.size() - 1, rest.getLast().replace("\"project\":12", "\"project\":0"));
    assertThat(bring(target, Files.write(file, rest)).count()).as("it is here").isZero();
  }

  private void refused(String message, List<String> lines) throws IOException {
    var file = Files.write(directory.resolve("bad.jsonl"), lines);
    assertThatThrownBy(() -> bring(target, file))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining(message);
    assertThat(bring(target, export(Store.open(files.openNew()), "empty.jsonl")).present())
        .isEmpty();
  }

  @Test
  void files_that_are_no_boards_are_refused_with_the_line() throws IOException {
    var lines = Files.readAllLines(export(source, "board.jsonl"));
    refused("bad.jsonl is no exported board", List.of("{\"name\":1}"));
    refused("bad.jsonl is no exported board", List.of());
    refused(
        "has version 2 of the form of exported boards (line 1), and this program reads 1",
        List.of("{\"baton_export\":2,\"program\":\"9.0\"}"));
    refused("was cut: it ends after line 40", lines.subList(0, 40));
    refused("Line 3 of", List.of(lines.get(0), lines.get(1), lines.get(2).substring(0, 20)));
    refused("it is no JSON", List.of(lines.get(0), "garbage"));
    refused("'horse' is nothing that this program knows", List.of(lines.get(0), "{\"horse\":{}}"));
    refused(
        "a project has no 'wings' in this program",
        List.of(lines.get(0), "{\"project\":{\"wings\":2}}"));
    refused(
        "a project has no 'nmae' in this program, but 'name'",
        List.of(lines.get(0), "{\"project\":{\"nmae\":\"x\"}}"));
    refused("'name' of 'project' cannot be 3", List.of(lines.get(0), "{\"project\":{\"name\":3}}"));
    refused(
        "'id' of 'project' cannot be \"x\"", List.of(lines.get(0), "{\"project\":{\"id\":\"x\"}}"));
    refused(
        "'state' of 'attempt' cannot be \"flying\"",
        List.of(lines.get(0), "{\"attempt\":{\"state\":\"flying\"}}"));
    refused(
        "'status' of 'board_task' cannot be \"lost\"",
        List.of(lines.get(0), "{\"board_task\":{\"status\":\"lost\"}}"));
    for (var field :
        List.of(
            "'tool':'{broken'",
            "'tool':'%s'".formatted("[".repeat(5000)),
            "'tool':'{\\\"input\\\":%s}'".formatted("9".repeat(2000)),
            "'process_id':'x'",
            "'continues':99999",
            "'entry_index':9223372036854775807",
            "'logged_at':-9223372036854775808")) {
      refused(
          "Line 2 of %s cannot be read: '%s' of 'log_entry' cannot be "
              .formatted(directory.resolve("bad.jsonl"), field.split("'", 3)[1]),
          List.of(lines.get(0), "{\"log_entry\":{%s}}".formatted(field.replace('\'', '"'))));
    }
    refused("'id' of 'project' is missing", List.of(lines.get(0), "{\"project\":{}}"));
    var less = new ArrayList<>(lines);
    less.remove(5);
    refused("by its end there are 12 of 'project', and before it 11", less);
    var more = new ArrayList<>(lines);
    more.add("{\"project\":{}}");
    refused("something follows the end", more);
  }

  @Test
  void text_that_is_none_is_said_with_its_own_line() throws IOException {
    var file = export(source, "board.jsonl");
    var lines = Files.readAllLines(file);
    var broken = new ByteArrayOutputStream();
    for (int place = 0; place < lines.size(); place++) {
      broken.writeBytes((lines.get(place) + "\n").getBytes(StandardCharsets.UTF_8));
      if (place == 29) {
        broken.write(0xff);
      }
    }
    Files.write(file, broken.toByteArray());

    assertThatThrownBy(() -> bring(target, file))
        .hasMessage("Line 31 of %s cannot be read: it is no text in UTF-8".formatted(file));
  }

  @Test
  void a_field_that_every_row_has_is_missed_by_name_in_every_kind_of_line() throws IOException {
    var file = export(source, "board.jsonl");
    var lines = new ArrayList<>(Files.readAllLines(file));
    var seen = new TreeSet<String>();
    var missed = new TreeSet<String>();
    for (int place = 1; place < lines.size() - 1; place++) {
      var line = Json.parseObject(lines.get(place));
      var kind = line.propertyNames().iterator().next();
      if (!seen.add(kind)) {
        continue;
      }
      for (var field : List.copyOf(line.path(kind).propertyNames())) {
        var before = lines.get(place);
        var less = Json.parseObject(before);
        less.withObject("/" + kind).remove(field);
        lines.set(place, less.toString());
        Files.write(file, lines);
        try {
          BoardFile.check(file, file.toString(), target, _ -> {});
        } catch (ToolFailure e) {
          assertThat(e)
              .hasMessage(
                  "Line %d of %s cannot be read: '%s' of '%s' is missing"
                      .formatted(place + 1, file, field, kind));
          missed.add(kind + "." + field);
          lines.set(place, before);
        }
      }
    }
    Files.write(file, lines);

    assertThat(missed).contains("project.name", "repo.path", "board_task.title", "turn.status");
    // why: what may be missing has something that stands in for it
    assertThat(bring(target, file).count()).isPositive();
  }

  @Test
  void every_table_is_moved_or_left_out_for_a_reason() {
    var database = databases.openNew();
    Store.open(database);
    JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
    var tables = new TreeSet<String>();
    database.read(
        connection -> {
          try (var found =
              connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
            while (found.next()) {
              var schema = String.valueOf(found.getString("TABLE_SCHEM"));
              if (!schema.startsWith("pg_") && !schema.equals("information_schema")) {
                tables.add(found.getString("TABLE_NAME"));
              }
            }
            return tables;
          }
        });
    tables.removeIf(name -> name.startsWith("sqlite_"));

    var known =
        MovedTable.ALL.stream()
            .map(MovedTable::name)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(known).doesNotContainAnyElementsOf(MovedTable.LEFT_OUT.keySet());
    known.addAll(MovedTable.LEFT_OUT.keySet());
    assertThat(tables)
        .as("a new table is one more entry of MovedTable.ALL, or of LEFT_OUT with its reason")
        .containsExactlyElementsOf(known);
  }
}
