package dev.baton.orchestrator.transfer;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a board to a file: a line that says what it is, a line for each row, and a last one that
 * says how many there are. All rows are of the same moment, also while a server runs.
 */
public final class BoardExport {
  /** The form of the file; rises when older programs could not read it. */
  static final int VERSION = 1;

  static final String MARK = "baton_export";
  static final String END = "end";

  /**
   * What is written.
   *
   * @param program the version of the program
   * @param dataDirectory where the worktrees of its attempts are
   * @param logs true if log entries are, too
   */
  public record Choice(String program, Path dataDirectory, boolean logs) {}

  private final Store store;
  private final RowCounter progress;

  public BoardExport(Store store, RowCounter progress) {
    this.store = store;
    this.progress = progress;
  }

  /**
   * Writes the file, whole or not at all.
   *
   * @return how many rows of each table it has
   */
  public Map<String, Long> write(Path file, Choice choice, Instant now) throws IOException {
    var draft =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            ".baton-export",
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    // why: an interrupt ends the program in the midst of it, and nobody would find the draft
    draft.toFile().deleteOnExit();
    try {
      var counts = store.readAtOnce(tables -> write(tables, draft, choice, now));
      try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return counts;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private Map<String, Long> write(Tables tables, Path draft, Choice choice, Instant now) {
    // why truncated: it may have been begun before
    try (var out = Files.newBufferedWriter(draft, StandardOpenOption.TRUNCATE_EXISTING)) {
      line(out, header(choice, now));
      var counts = new LinkedHashMap<String, Long>();
      var all = new long[1];
      for (var table : MovedTable.ALL) {
        if (choice.logs() || !table.name().equals(MovedTable.LOG_ENTRY)) {
          var before = all[0];
          var rows = tables.rows(table.name());
          var columns = rows.columns();
          rows.each(
              table.key(),
              row -> {
                table.rest().change(row, now.toEpochMilli());
                line(out, Json.object().set(table.name(), inOrder(row, columns)));
                progress.count(++all[0]);
              });
          counts.put(table.name(), all[0] - before);
        }
      }
      var end = Json.object();
      counts.forEach(end::put);
      line(out, Json.object().set(END, end));
      return counts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same values in the order of the columns, so that equal rows are equal lines. */
  private static ObjectNode inOrder(ObjectNode row, List<Column> columns) {
    var ordered = Json.object();
    columns.stream()
        .map(Column::name)
        .filter(row::has)
        .forEach(name -> ordered.set(name, row.path(name)));
    return ordered;
  }

  private static ObjectNode header(Choice choice, Instant now) {
    return Json.object()
        .put(MARK, VERSION)
        .put("program", choice.program())
        .put("exported_at", now.toString())
        .put("data_dir", choice.dataDirectory().toString())
        .put("logs", choice.logs());
  }

  private static void line(Writer out, ObjectNode line) {
    try {
      out.write(line.toString());
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
