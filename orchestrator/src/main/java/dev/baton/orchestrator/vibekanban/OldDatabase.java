package dev.baton.orchestrator.vibekanban;

import dev.baton.database.Database;
import dev.baton.database.StorageException;
import dev.baton.database.Work;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.transfer.PassingDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The database of vibe-kanban. It is copied and the copy is read: nothing is ever written beside
 * the original, and a vibe-kanban that still runs is not disturbed.
 */
public final class OldDatabase implements AutoCloseable {
  private static final List<String> NAMES = List.of("db.v2.sqlite", "db.sqlite");
  private static final String COPY = "db";
  private static final List<String> IMAGES = List.of("attachments", "images");

  private static final Set<String> TABLES_WITH_IDS =
      Set.of(
          "projects",
          "repos",
          "project_repos",
          "tasks",
          "task_attempts",
          "workspaces",
          "sessions",
          "execution_processes",
          "images",
          "attachments");

  private final Path file;
  private final PassingDirectory copies;
  private final Database database;

  private final List<Path> imageDirectories;
  private final Map<String, Long> withoutId = new LinkedHashMap<>();

  private OldDatabase(Path file, PassingDirectory copies, Database database, List<Path> caches) {
    this.file = file;
    // why beside the file first: whoever copied it from another machine puts them there
    this.imageDirectories =
        Stream.concat(
                IMAGES.stream().map(file::resolveSibling),
                caches.stream().flatMap(cache -> IMAGES.stream().map(cache::resolve)))
            .toList();
    this.copies = copies;
    this.database = database;
  }

  /**
   * Where its versions kept the file.
   *
   * @param platform as Java calls it
   */
  public static List<Path> places(Map<String, String> environment, String platform) {
    var home = Path.of(environment.getOrDefault("HOME", "."));
    var directory =
        platform.startsWith("Mac")
            ? home.resolve("Library/Application Support/ai.bloop.vibe-kanban")
            : directory(environment, "XDG_DATA_HOME", home.resolve(".local/share"))
                .resolve("vibe-kanban");
    return NAMES.stream().map(directory::resolve).toList();
  }

  /**
   * Where its versions kept images. Their program forgot its own name there.
   *
   * @param platform as Java calls it
   */
  public static List<Path> caches(Map<String, String> environment, String platform) {
    var home = Path.of(environment.getOrDefault("HOME", "."));
    if (platform.startsWith("Mac")) {
      var caches = home.resolve("Library/Caches");
      return List.of(caches.resolve("ai.bloop.utils"), caches.resolve("ai.bloop.vibe-kanban"));
    }
    var caches = directory(environment, "XDG_CACHE_HOME", home.resolve(".cache"));
    return List.of(caches.resolve("utils"), caches.resolve("vibe-kanban"));
  }

  private static Path directory(Map<String, String> environment, String name, Path otherwise) {
    return Optional.ofNullable(environment.get(name))
        .filter(value -> !value.isBlank())
        .map(Path::of)
        .orElse(otherwise);
  }

  /**
   * Opens a file, or the one in a directory.
   *
   * @param caches where images are, if they are not beside the file
   */
  public static OldDatabase open(Path place, List<Path> caches) throws IOException {
    var file =
        Files.isDirectory(place)
            ? NAMES.stream()
                .map(place::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(place.resolve(NAMES.getLast()))
            : place;
    if (!Files.isRegularFile(file)) {
      throw ToolFailure.notFound(
          "There is no database of vibe-kanban at %s".formatted(file),
          "Name its file, which is called %s".formatted(String.join(" or ", NAMES)));
    }
    var copies = PassingDirectory.make("baton-vibe-kanban");
    try {
      var copy = Files.copy(file, copies.path().resolve(COPY));
      // why: what was committed last may be in the file beside it
      var log = file.resolveSibling(file.getFileName() + "-wal");
      if (Files.exists(log)) {
        Files.copy(log, copies.path().resolve(COPY + "-wal"));
      }
      var opened = new OldDatabase(file, copies, Database.open(copy), caches);
      try {
        opened.requireTables();
        return opened;
      } catch (ToolFailure e) {
        opened.close();
        throw e;
      }
    } catch (StorageException e) {
      copies.close();
      throw unreadable(file, copies, e);
    } catch (IOException e) {
      copies.close();
      throw e;
    }
  }

  private void requireTables() {
    if (!has("projects") || !has("tasks")) {
      throw ToolFailure.invalid(
          "%s is no database of vibe-kanban: it has no projects and tasks".formatted(file),
          "Name its file, which is called %s".formatted(String.join(" or ", NAMES)));
    }
  }

  Path file() {
    return file;
  }

  List<Path> imageDirectories() {
    return imageDirectories;
  }

  boolean has(String table) {
    return !list("select name from sqlite_master where type = 'table' and name = ?", table)
        .isEmpty();
  }

  /** All rows of the first of these tables that is there, oldest first. */
  List<OldRow> rows(String... tables) {
    return Stream.of(tables)
        .filter(this::has)
        .findFirst()
        .map(table -> withIds(table, list("select * from " + table + " order by rowid")))
        .orElse(List.of());
  }

  private List<OldRow> withIds(String table, List<OldRow> rows) {
    if (!TABLES_WITH_IDS.contains(table)) {
      return rows;
    }
    var known = rows.stream().filter(row -> row.id("id").isPresent()).toList();
    withoutId.put(table, (long) rows.size() - known.size());
    return known;
  }

  /** How many rows of each table have no id by which others could name them. */
  Map<String, Long> withoutId() {
    return Collections.unmodifiableMap(withoutId);
  }

  /** What was stored of the output of a process, in pieces. */
  void eachLog(UUID process, Consumer<String> reader) {
    if (!has("execution_process_logs")) {
      return;
    }
    read(
        connection -> {
          try (var statement =
              connection.prepareStatement(
                  "select logs from execution_process_logs where execution_id = ? order by"
                      + " rowid")) {
            statement.setBytes(1, bytes(process));
            try (var rows = statement.executeQuery()) {
              while (rows.next()) {
                Optional.ofNullable(rows.getString(1)).ifPresent(reader);
              }
            }
            return process;
          }
        });
  }

  /** How many pieces of output are of a process that is not there. */
  long countLostLogs() {
    if (!has("execution_process_logs") || !has("execution_processes")) {
      return 0;
    }
    var query =
        """
        select count(*) as lost from execution_process_logs l
        where not exists (select 1 from execution_processes p where p.id = l.execution_id)
        """;
    return list(query).getFirst().number("lost").orElse(0L);
  }

  private <T> T read(Work<T> work) {
    try {
      return database.read(work);
    } catch (StorageException e) {
      throw unreadable(file, copies, e);
    }
  }

  /** Speaks of the file that people know, and not of its copy. */
  private static ToolFailure unreadable(
      Path file, PassingDirectory copies, StorageException problem) {
    return ToolFailure.invalid(
        "%s cannot be read: %s"
            .formatted(
                file,
                String.valueOf(problem.getMessage())
                    .replace(copies.path().resolve(COPY).toString(), file.toString())),
        "Name the database of vibe-kanban, or another copy of it");
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private List<OldRow> list(String query, String... values) {
    return read(
        connection -> {
          try (var statement = connection.prepareStatement(query)) {
            for (int place = 0; place < values.length; place++) {
              statement.setString(place + 1, values[place]);
            }
            try (var rows = statement.executeQuery()) {
              return read(rows);
            }
          }
        });
  }

  private static List<OldRow> read(ResultSet rows) throws SQLException {
    var columns = rows.getMetaData();
    var list = new ArrayList<OldRow>();
    while (rows.next()) {
      var values = new HashMap<String, Object>();
      for (int place = 1; place <= columns.getColumnCount(); place++) {
        var name = columns.getColumnName(place);
        Optional.ofNullable(rows.getObject(place)).ifPresent(value -> values.put(name, value));
      }
      list.add(new OldRow(values));
    }
    return list;
  }

  @Override
  public void close() throws IOException {
    database.close();
    copies.close();
  }
}
