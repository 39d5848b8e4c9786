package dev.baton.orchestrator.transfer;

import dev.baton.database.StorageException;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.planning.Blockers;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import dev.baton.orchestrator.transcript.Utf8;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings rows into a board, all of them or none: it is one transaction. What is there already stays
 * as it is.
 */
public final class BoardImport {
  private static final int ROWS_AT_ONCE = 500;
  private static final int MOST_SHOWN = 5;
  private static final String POSITION = "position";
  private static final Set<String> WISHED_FOR = Set.of(MovedTable.PROJECT, MovedTable.BOARD_TASK);

  /**
   * The board that gets the rows.
   *
   * @param node the server that has the workspaces of its attempts from now on
   * @param dataDirectory where that keeps them
   * @param another how people name another board, if this one has other contents
   */
  public record Destination(String node, Path dataDirectory, String another) {}

  /**
   * What became of the rows, by table.
   *
   * @param added how many are new
   * @param present how many were there already
   */
  public record Outcome(Map<String, Long> added, Map<String, Long> present) {
    public Outcome {
      added = Collections.unmodifiableMap(new LinkedHashMap<>(added));
      present = Collections.unmodifiableMap(new LinkedHashMap<>(present));
    }

    public long count() {
      return added.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private final Store store;
  private final Destination destination;
  private final RowCounter progress;

  public BoardImport(Store store, Destination destination, RowCounter progress) {
    this.store = store;
    this.destination = destination;
    this.progress = progress;
  }

  /**
   * Brings an exported board.
   *
   * @throws ToolFailure if something is there already and is not the same; then nothing was changed
   */
  public Outcome bring(BoardFile file) {
    return bring(file::each, new Origin("Line %d of " + file.name().replace("%", "%%"), true));
  }

  /** Brings rows that are made on the way; what is there already may have changed since. */
  public Outcome bring(Consumer<Consumer<MovedRow>> rows) {
    return bring(rows, new Origin("Row %d", false));
  }

  private Outcome bring(Consumer<Consumer<MovedRow>> rows, Origin origin) {
    var last = new long[1];
    try {
      return store.write(
          tables -> {
            var run = new Run(tables, origin, last);
            rows.accept(run::take);
            return run.end();
          });
    } catch (StorageException e) {
      if (e.reason() == StorageException.Reason.DUPLICATE
          || e.reason() == StorageException.Reason.OTHER) {
        throw new ToolFailure(
            FailureCode.INVALID_ARGUMENT,
            "%s does not fit what is there: %s".formatted(origin.place(last[0]), e.getMessage()),
            "Nothing was imported; bring the board into an empty one");
      }
      throw e;
    }
  }

  /**
   * Where rows come from.
   *
   * @param form how people find one by its number
   * @param mustBeSame whether what is here already has to have the same contents
   */
  private record Origin(String form, boolean mustBeSame) {
    String place(long line) {
      return form.formatted(line);
    }
  }

  /** One try in one transaction. */
  private final class Run {
    private final Tables tables;
    private final Origin origin;
    private final long[] last;
    private final Map<String, List<Column>> columns = new HashMap<>();
    private final ParentRows parents;
    private final CountedRows counted;
    private final ImagePieces images = new ImagePieces();
    private final Map<String, Long> added = new LinkedHashMap<>();
    private final Map<String, Long> present = new LinkedHashMap<>();
    private final Map<String, String> projects = new LinkedHashMap<>();
    private final Set<String> grown = new HashSet<>();

    /** Tasks that wait for others since this import, and the line that says so. */
    private final Map<String, Long> blocked = new LinkedHashMap<>();

    /** Projects and tasks that were here before. */
    private final Set<String> known = new HashSet<>();

    private final List<String> conflicts = new ArrayList<>();
    private final List<MovedRow> waiting = new ArrayList<>();
    private long conflictCount;
    private long count;

    private Run(Tables tables, Origin origin, long[] last) {
      this.tables = tables;
      this.parents = new ParentRows(tables);
      this.counted = new CountedRows(tables);
      this.origin = origin;
      this.last = last;
    }

    private void take(MovedRow row) {
      var table = MovedTable.find(row.table()).orElseThrow();
      if (!waiting.isEmpty()
          && (!waiting.getFirst().table().equals(row.table())
              || !absent(waiting.getFirst()).equals(absent(row)))) {
        flush();
      }
      var place = origin.place(row.line());
      parents.require(row, place);
      counted.require(row, place);
      images.require(row, place);
      adapt(row);
      progress.count(++count);
      if (isGone(table, row.values())) {
        return;
      }
      waiting.add(row);
      if (!table.isLong() || waiting.size() == ROWS_AT_ONCE) {
        flush();
      }
    }

    /** A wish for what was here before this import, which somebody has taken away since. */
    private boolean isGone(MovedTable table, ObjectNode row) {
      return table.isWish()
          && known.contains(text(row, table.key().getFirst()))
          && tables.rows(table.name()).find(table.key(), List.of(row)).getFirst().isEmpty();
    }

    /** Columns that the row does not say and that cannot be null: the database knows better. */
    private List<Column> absent(MovedRow row) {
      return columnsOf(row.table()).stream()
          .filter(column -> column.isRequired() && !row.values().has(column.name()))
          .toList();
    }

    private List<Column> columnsOf(String table) {
      return columns.computeIfAbsent(table, name -> tables.rows(name).columns());
    }

    private void flush() {
      if (waiting.isEmpty()) {
        return;
      }
      var table = MovedTable.find(waiting.getFirst().table()).orElseThrow();
      last[0] = waiting.getFirst().line();
      var absent = absent(waiting.getFirst());
      var written =
          columnsOf(table.name()).stream().filter(column -> !absent.contains(column)).toList();
      var added =
          tables
              .rows(table.name())
              .add(table.key(), written, waiting.stream().map(MovedRow::values).toList());
      var there = new ArrayList<MovedRow>();
      for (int place = 0; place < added.size(); place++) {
        if (added.get(place)) {
          remember(table, waiting.get(place));
        } else {
          there.add(waiting.get(place));
        }
      }
      if (!there.isEmpty()) {
        present.merge(table.name(), (long) there.size(), Long::sum);
        if (WISHED_FOR.contains(table.name())) {
          there.forEach(row -> known.add(text(row.values(), MovedTable.ID)));
        }
        compare(table, there);
      }
      waiting.clear();
    }

    private void remember(MovedTable table, MovedRow moved) {
      var row = moved.values();
      added.merge(table.name(), 1L, Long::sum);
      switch (table.name()) {
        case MovedTable.PROJECT -> projects.put(text(row, "id"), text(row, "name"));
        case MovedTable.BOARD_TASK -> grown.add(text(row, "project_id"));
        case MovedTable.TASK_BLOCKER -> blocked.put(text(row, "task_id"), moved.line());
        default -> {
          // nothing that somebody who watches the board waits for
        }
      }
    }

    private void adapt(MovedRow row) {
      var values = row.values();
      storable(values);
      switch (row.table()) {
        case MovedTable.REPO -> settle(values);
        case MovedTable.ATTEMPT -> values.put("node", destination.node());
        case MovedTable.BOARD_TASK -> place(values);
        default -> {
          // all others are the same everywhere
        }
      }
    }

    /** A repository whose path is here is at home here, before another server says so. */
    private void settle(ObjectNode repo) {
      repo.remove("home");
      if (Files.isDirectory(Path.of(text(repo, "path")))) {
        repo.put("home", destination.node());
      }
    }

    /** A file of SQLite took what a server does not. */
    private static void storable(ObjectNode row) {
      List.copyOf(row.propertyNames()).stream()
          .filter(name -> row.path(name).isString())
          .forEach(name -> row.put(name, Utf8.storable(row.path(name).stringValue())));
    }

    /** No two tasks have the same place, and there may be one already. */
    private void place(ObjectNode task) {
      var key = List.of("status", POSITION);
      var isTaken =
          tables
              .rows(MovedTable.BOARD_TASK)
              .find(key, List.of(task))
              .getFirst()
              .filter(other -> !text(other, "id").equals(text(task, "id")))
              .isPresent();
      if (isTaken || !task.has(POSITION)) {
        Stream.of(BoardTaskStatus.values())
            .filter(status -> status.wireName().equals(text(task, "status")))
            .findFirst()
            .ifPresent(column -> task.put(POSITION, tables.columns().bottom(column).text()));
      }
    }

    private void compare(MovedTable table, List<MovedRow> rows) {
      var here =
          tables.rows(table.name()).find(table.key(), rows.stream().map(MovedRow::values).toList());
      for (int place = 0; place < rows.size(); place++) {
        var row = rows.get(place);
        var same = here.get(place).orElseThrow(() -> taken(table, row));
        if (origin.mustBeSame()) {
          compare(table, row, same);
        }
      }
    }

    /** Another row has what no two rows can have. */
    private ToolFailure taken(MovedTable table, MovedRow row) {
      var there = tables.rows(table.name());
      for (var key : there.uniqueKeys()) {
        var other =
            key.stream().allMatch(row.values()::has)
                ? there.find(key, List.of(row.values())).getFirst()
                : Optional.<ObjectNode>empty();
        if (other.isPresent()) {
          return ToolFailure.invalid(
              "%s cannot be imported: '%s' of '%s' is %s, which %s has in the lines before or on this board"
                  .formatted(
                      origin.place(row.line()),
                      String.join(", ", key),
                      table.name(),
                      String.join(", ", RowTable.keyOf(key, row.values())),
                      String.join(", ", RowTable.keyOf(table.key(), other.get()))),
              "Nothing was imported; mend the line, or bring the board into "
                  + destination.another());
        }
      }
      throw new IllegalStateException(
          "%s was not added and is not there".formatted(origin.place(row.line())));
    }

    private void compare(MovedTable table, MovedRow row, ObjectNode here) {
      for (var column : columnsOf(table.name())) {
        var name = column.name();
        var isSaid = row.values().has(name) || !column.isRequired();
        if (isSaid
            && !table.mayDiffer(name, row.values(), here)
            && !here.path(name).toString().equals(row.values().path(name).toString())) {
          conflictCount++;
          if (conflicts.size() < MOST_SHOWN) {
            conflicts.add(
                "line %d: %s %s has another %s here"
                    .formatted(
                        row.line(),
                        table.name(),
                        text(row.values(), table.key().getFirst()),
                        name));
          }
          return;
        }
      }
    }

    private Outcome end() {
      flush();
      images.requireWhole();
      refuseCircles();
      if (conflictCount > 0) {
        throw new ToolFailure(
            FailureCode.INVALID_ARGUMENT,
            "%s here already with other contents (%s%s), so nothing was imported"
                .formatted(
                    conflictCount == 1 ? "1 row is" : conflictCount + " rows are",
                    String.join("; ", conflicts),
                    conflictCount > conflicts.size() ? "; …" : ""),
            "Bring the board into " + destination.another());
      }
      grown.forEach(id -> tables.projects().countTasks(UUID.fromString(id)));
      projects.forEach(
          (id, name) -> tell(EventName.PROJECT_CREATED, id, Json.object().put("name", name)));
      grown.stream()
          .filter(id -> !projects.containsKey(id))
          .sorted()
          .forEach(id -> tell(EventName.PROJECT_CHANGED, id, Json.object()));
      return new Outcome(added, present);
    }

    private void refuseCircles() {
      var blockers = new Blockers(tables);
      blocked.forEach(
          (task, line) ->
              blockers
                  .findCircle(UUID.fromString(task))
                  .ifPresent(
                      circle -> {
                        throw ToolFailure.invalid(
                            "%s cannot be imported: with this '%s' tasks would wait for each other in a circle: %s"
                                .formatted(origin.place(line), MovedTable.TASK_BLOCKER, circle),
                            "Nothing was imported; mend the line, or export the board again");
                      }));
    }

    private void tell(EventName name, String project, ObjectNode data) {
      tables.events().ofProject(name, UUID.fromString(project), data);
    }

    private static String text(ObjectNode row, String column) {
      return row.path(column).asString("");
    }
  }
}
