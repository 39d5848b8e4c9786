package dev.baton.orchestrator.transfer;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A file that a board was exported to. Every line is checked before the first is used. */
public final class BoardFile {
  private static final String NOTHING_DONE = "Nothing was imported; export the board again";

  private final Path file;
  private final String name;
  private final long count;

  private BoardFile(Path file, String name, long count) {
    this.file = file;
    this.name = name;
    this.count = count;
  }

  /**
   * Reads the whole file once.
   *
   * @param called what people call the file
   * @param progress hears how many rows are good
   * @throws ToolFailure with the line, if it is no such file, was cut, or is of a later program
   */
  public static BoardFile check(Path file, String called, Store store, RowCounter progress)
      throws IOException {
    var forms = RowForm.all(store);
    var counts = new LinkedHashMap<String, Long>();
    try (var lines = new Lines(file, called)) {
      requireHeader(lines);
      while (true) {
        var line = lines.next().orElseThrow(() -> cut(lines));
        var name = nameOf(line, lines);
        var values = line.path(name);
        if (name.equals(BoardExport.END)) {
          requireEnd(values, counts, lines);
          return new BoardFile(
              file, called, counts.values().stream().mapToLong(Long::longValue).sum());
        }
        var known =
            Optional.ofNullable(forms.get(name))
                .orElseThrow(
                    () ->
                        unknown(
                            lines,
                            "'%s' is nothing that this program knows".formatted(name),
                            name,
                            forms.keySet()));
        requireFitting(values, known, lines);
        counts.merge(name, 1L, Long::sum);
        progress.count(lines.number() - 1);
      }
    }
  }

  private static void requireHeader(Lines lines) throws IOException {
    var header =
        lines
            .next()
            .filter(line -> line.path(BoardExport.MARK).isIntegralNumber())
            .orElseThrow(
                () ->
                    ToolFailure.invalid(
                        "%s is no exported board: its first line does not say so"
                            .formatted(lines.called),
                        "Name a file that 'baton export' wrote"));
    var version = header.path(BoardExport.MARK).asLong(0);
    if (version != BoardExport.VERSION) {
      throw ToolFailure.invalid(
          "%s has version %d of the form of exported boards (line 1), and this program reads %d"
              .formatted(lines.called, version, BoardExport.VERSION),
          "Use %s, or a newer one".formatted(writer(header)));
    }
    lines.writer = writer(header);
  }

  private static String writer(ObjectNode header) {
    return "the program that wrote it"
        + (header.path("program").isString()
            ? " (" + header.path("program").stringValue() + ")"
            : "");
  }

  private static String nameOf(ObjectNode line, Lines lines) {
    if (line.size() != 1) {
      throw wrong(lines, "it has %d fields instead of one".formatted(line.size()));
    }
    return line.propertyNames().iterator().next();
  }

  private static void requireFitting(JsonNode values, RowForm form, Lines lines) {
    var table = form.table();
    if (!(values instanceof ObjectNode row)) {
      throw wrong(lines, "'%s' is no object".formatted(table.name()));
    }
    for (var name : row.propertyNames()) {
      if (!form.columns().containsKey(name)) {
        throw unknown(
            lines,
            "a %s has no '%s' in this program".formatted(table.name(), name),
            name,
            form.columns().keySet());
      }
    }
    form.findProblem(row)
        .ifPresent(
            problem -> {
              throw impossible(lines, problem);
            });
    for (var name : form.required()) {
      if (!row.has(name)) {
        throw missing(lines, table, name);
      }
    }
    FieldCheck.findMissing(table, row)
        .ifPresent(
            name -> {
              throw missing(lines, table, name);
            });
    requireRest(row, form, lines);
  }

  private static ToolFailure missing(Lines lines, MovedTable table, String field) {
    return wrong(lines, "'%s' of '%s' is missing".formatted(field, table.name()));
  }

  /** In an exported board nothing runs, waits in line or belongs to a server. */
  private static void requireRest(ObjectNode row, RowForm form, Lines lines) {
    var rest = row.deepCopy();
    form.table().rest().change(rest, 0);
    var changed =
        row.propertyNames().stream()
            .filter(name -> !rest.path(name).equals(row.path(name)))
            .toList();
    // why those that go: with them others change that could stay
    changed.stream()
        .filter(name -> !rest.has(name))
        .findFirst()
        .or(() -> changed.stream().findFirst())
        .ifPresent(
            name -> {
              throw impossible(
                  lines,
                  form.impossible(name, row.path(name), "nothing runs in an exported board"));
            });
  }

  private static ToolFailure impossible(Lines lines, String problem) {
    return wrong(lines, problem, "Nothing was imported; mend the line, or export the board again");
  }

  private static void requireEnd(JsonNode end, Map<String, Long> counts, Lines lines)
      throws IOException {
    for (var table : MovedTable.ALL) {
      var said = end.path(table.name()).asLong(0);
      var found = counts.getOrDefault(table.name(), 0L);
      if (said != found) {
        throw wrong(
            lines,
            "by its end there are %d of '%s', and before it %d"
                .formatted(said, table.name(), found));
      }
    }
    if (lines.next().isPresent()) {
      throw wrong(lines, "something follows the end");
    }
  }

  private static ToolFailure wrong(Lines lines, String reason) {
    return wrong(lines, reason, NOTHING_DONE);
  }

  private static ToolFailure wrong(Lines lines, String reason, String hint) {
    return ToolFailure.invalid(
        "Line %d of %s cannot be read: %s".formatted(lines.number(), lines.called, reason), hint);
  }

  /** Something that a later program may know. */
  private static ToolFailure unknown(Lines lines, String reason, String word, Set<String> known) {
    var near = NearestWord.of(word, List.copyOf(known)).map(", but '%s'"::formatted).orElse("");
    return wrong(
        lines,
        reason + near,
        "Nothing was imported; mend the name if it is mistyped, or use %s, or a newer one"
            .formatted(lines.writer));
  }

  private static ToolFailure cut(Lines lines) {
    return ToolFailure.invalid(
        "%s was cut: it ends after line %d without saying so"
            .formatted(lines.called, lines.number()),
        NOTHING_DONE);
  }

  /** What people call it. */
  String name() {
    return name;
  }

  /** How many rows it has. */
  public long count() {
    return count;
  }

  /** Gives every row away, in the order of the file. */
  public void each(Consumer<MovedRow> reader) {
    try (var lines = new Lines(file, name)) {
      requireHeader(lines);
      for (long place = 0; place < count; place++) {
        var line = lines.next().orElseThrow(() -> cut(lines));
        var table = nameOf(line, lines);
        if (!(line.path(table) instanceof ObjectNode values)) {
          throw wrong(lines, "the file changed meanwhile");
        }
        reader.accept(new MovedRow(lines.number(), table, values));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a file, and which one was read last. */
  private static final class Lines implements AutoCloseable {
    private final String called;
    private final Utf8Lines text;
    private String writer = "";

    private Lines(Path file, String called) throws IOException {
      this.called = called;
      this.text = new Utf8Lines(Files.newInputStream(file));
    }

    private long number() {
      return text.number();
    }

    private Optional<ObjectNode> next() throws IOException {
      try {
        var line = text.next();
        if (line.isEmpty()) {
          return Optional.empty();
        }
        if (Json.MAPPER.readTree(line.get()) instanceof ObjectNode object) {
          return Optional.of(object);
        }
        throw wrong(this, "it is no JSON object");
      } catch (JacksonException e) {
        throw wrong(this, "it is no JSON");
      } catch (CharacterCodingException e) {
        throw wrong(this, "it is no text in UTF-8");
      }
    }

    @Override
    public void close() throws IOException {
      text.close();
    }
  }
}
