package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.image.PngBytes;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/** Fills every table that is moved with rows of random values, whatever columns it has. */
final class GeneratedBoard {
  private static final int ROWS = 12;
  private static final byte[] IMAGE = PngBytes.of(10);
  private static final List<String> TEXTS =
      List.of(
          "", "plain", "Ünïcode 🙂", "two\nlines", "\"quoted\" \\ back", "\u2028", "a\tb", "{}");
  private static final Map<String, String> REFERENCES =
      Map.of(
          "project_id", "project",
          "image_id", "image",
          "task_id", "board_task",
          "blocker_id", "board_task",
          "label_id", "label",
          "attempt_id", "attempt",
          "repo_id", "repo",
          "session_id", "agent_session",
          "turn_id", "turn",
          "process_id", "execution_process");

  private final Random random;
  private final Map<String, List<String>> ids = new HashMap<>();

  GeneratedBoard(long seed) {
    random = new Random(seed);
  }

  void fill(Store store) {
    store.write(
        tables -> {
          MovedTable.ALL.forEach(table -> fill(tables, table));
          return true;
        });
  }

  private void fill(Tables tables, MovedTable table) {
    var columns = tables.rows(table.name()).columns();
    var rows = IntStream.range(0, ROWS).mapToObj(place -> row(table, columns, place)).toList();
    tables.rows(table.name()).add(table.key(), columns, rows);
    if (table.key().equals(List.of("id"))) {
      ids.put(
          table.name(),
          new ArrayList<>(rows.stream().map(row -> row.path("id").asString("")).toList()));
    }
  }

  private ObjectNode row(MovedTable table, List<Column> columns, int place) {
    var row = Json.object();
    for (var column : columns) {
      if (column.isRequired() || table.key().contains(column.name()) || random.nextBoolean()) {
        value(table, column, place, row);
      }
    }
    for (var missing = FieldCheck.findMissing(table, row);
        missing.isPresent();
        missing = FieldCheck.findMissing(table, row)) {
      var wanted = missing.get();
      columns.stream()
          .filter(column -> column.name().equals(wanted))
          .forEach(column -> value(table, column, place, row));
    }
    MovedTable.find(table.name()).orElseThrow().rest().change(row, 5);
    return row;
  }

  private void value(MovedTable table, Column column, int place, ObjectNode row) {
    var name = column.name();
    if (name.equals("id")) {
      row.put(name, new UUID(random.nextLong(), random.nextLong()).toString());
    } else if (name.equals("blocker_id") && place == ROWS - 1) {
      // why: it waits for a task that was deleted, and none for each other
      row.put(name, new UUID(random.nextLong(), random.nextLong()).toString());
    } else if (name.equals("blocker_id")) {
      row.put(name, id(name, place + 1));
    } else if (REFERENCES.containsKey(name)) {
      // why the same place: no two rows of a table then break a rule that something is unique
      row.put(name, id(name, place));
    } else {
      switch (column.kind()) {
        case TEXT -> row.put(name, text(table, name, place));
        case SMALL_NUMBER -> row.put(name, place % 2);
        case MIDDLE_NUMBER, NUMBER -> row.put(name, number(name, place));
        case BYTES -> row.put(name, "AAEC/w==");
      }
    }
  }

  private String id(String name, int place) {
    return Objects.requireNonNull(ids.get(REFERENCES.get(name))).get(place);
  }

  private long number(String name, int place) {
    return switch (name) {
      // why: people count from one
      case "number", "last_task_number", "first_line", "last_line", "attempt_limit" -> place + 1;
      case "next_raw_index", "next_normalized_index", "next_message_index" -> ROWS;
      case "was_done" -> 1;
      case "size" -> IMAGE.length;
      // why: each image has one
      case "piece" -> 0;
      default -> name.endsWith("_at") ? 1_700_000_000_000L + random.nextInt() : place;
    };
  }

  private String text(MovedTable table, String name, int place) {
    return switch (table.name() + "." + name) {
      case "board_task.position" -> "i000000" + Integer.toString(place, 36);
      case "attempt.root", "approval.agent_request_id" -> "/gone/" + place;
      case "project.name", "board_task.title", "label.name", "issue.title", "review_comment.body" ->
          "Ünïcode 🙂 \"quoted\" \\ back " + place;
      case "repo.name", "attempt_repo.repo_name", "task_merge.repo_name", "image.name" ->
          "Ünïcode " + place;
      case "repo.path" -> "/gone/Ünïcode " + place;
      case "repo.default_branch",
          "attempt.branch",
          "attempt_repo.target_branch",
          "task_merge.target_branch",
          "turn_commit.target_branch",
          "pull_request.branch",
          "pull_request.target_branch" ->
          "baton/ünïcode-" + place;
      case "attempt_repo.base_commit",
          "task_merge.commit_id",
          "task_merge.base_commit",
          "turn_commit.commit_before",
          "turn_commit.files_before",
          "turn_commit.commit_after",
          "turn_commit.merge_head",
          "turn_commit.base_commit",
          "review_comment.commit_id",
          "pull_request.pushed_commit" ->
          "%040x".formatted(place);
      case "attempt.executor",
          "agent_session.executor",
          "agent_cost.executor",
          "task_auto_start.executor",
          "project_auto_start.executor" ->
          "FAKE";
      case "turn.prompt" -> "do\n" + place;
      case "review_comment.path", "review_mark.path" -> "shop/Ünïcode " + place;
      case "image.type" -> "png";
      case "log_entry.type" -> "stdout";
      case "project_auto_start.labels" -> "bug\nÜnïcode";
      case "project.node_labels" -> "gpu,x86_64";
      case "agent_cost.day" -> "2026-01-%02d".formatted(place + 1);
      case "issue.link" -> "https://example.org/issues/" + place;
      case "pull_request.url" -> "https://example.org/pull/" + place;
      case "image_piece.content" -> Base64.getEncoder().encodeToString(IMAGE);
      case "log_entry.tool" ->
          "{\"id\":\"t\",\"name\":\"Bash\",\"kind\":\"execute\",\"status\":\"done\",\"input\":{\"n\":%d}}"
              .formatted(place);
      case "issue.labels" -> "[\"bug\"]";
      case "review_look.trees" -> "{\"shop\":\"4b825dc642cb6eb9a060e54bf8d69288fbee4904\"}";
      case "turn.resolution", "execution_process.usage" -> "{}";
      default -> text(table, name, place, FieldCheck.words(table, name));
    };
  }

  private String text(MovedTable table, String name, int place, List<String> words) {
    return !words.isEmpty()
        ? words.get(place % words.size())
        : TEXTS.get(random.nextInt(TEXTS.size())) + (table.key().contains(name) ? place : "");
  }
}
