package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.TraceForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Which form of a trace which clients need, by their names; a table that is data. */
final class TraceForms {
  private static final String TABLE = "trace-forms.txt";
  private static final List<Row> ROWS = load();

  private record Row(String prefix, TraceForm form) {
    static Row parse(String line) {
      var cells = line.strip().split("\\s+", -1);
      return new Row(cells[0], TraceForm.valueOf(cells[1].toUpperCase(Locale.ROOT)));
    }
  }

  private TraceForms() {}

  static TraceForm of(String clientName) {
    var name = clientName.toLowerCase(Locale.ROOT);
    return ROWS.stream()
        .filter(row -> name.startsWith(row.prefix()))
        .findFirst()
        .map(Row::form)
        .orElse(TraceForm.MESSAGES);
  }

  private static List<Row> load() {
    try (var table = Objects.requireNonNull(TraceForms.class.getResourceAsStream(TABLE), TABLE)) {
      return new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Row::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
