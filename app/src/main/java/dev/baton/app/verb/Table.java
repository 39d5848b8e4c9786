package dev.baton.app.verb;

import dev.baton.app.verb.Screen.Colour;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A list as aligned columns; the last one is cut where a terminal ends.
 *
 * @param items the field that holds the list
 * @param nothing what is said of an empty list
 */
record Table(String items, String nothing, List<Column> columns) implements View {
  private static final String GAP = "  ";
  private static final int LEAST_WIDTH = 12;

  /** One column: its title, and what stands in it. */
  record Column(String title, String field, Function<JsonNode, JsonNode> value) {
    static Column of(String field) {
      return new Column(Cells.title(field), field, item -> item.path(field));
    }

    private String text(JsonNode item, Screen screen) {
      return Cells.text(field, value.apply(item), screen);
    }
  }

  static Table of(String items, String nothing, String... fields) {
    return new Table(items, nothing, Stream.of(fields).map(Column::of).toList());
  }

  Table with(Column column) {
    var all = new ArrayList<>(columns);
    all.add(column);
    return new Table(items, nothing, List.copyOf(all));
  }

  @Override
  public void show(JsonNode answer, Screen screen) {
    var list = answer.path(items);
    if (list.isEmpty()) {
      screen.line(nothing);
      return;
    }
    var rows =
        list.valueStream()
            .map(item -> columns.stream().map(column -> column.text(item, screen)).toList())
            .toList();
    write(rows, screen);
    answer
        .path("next_cursor")
        .asStringOpt()
        .ifPresent(cursor -> screen.aside("There is more: --cursor " + cursor));
  }

  private void write(List<List<String>> rows, Screen screen) {
    var titles = columns.stream().map(Column::title).toList();
    var widths = new ArrayList<Integer>();
    for (var i = 0; i < columns.size(); i++) {
      var column = i;
      widths.add(
          Stream.concat(Stream.of(titles), rows.stream())
              .mapToInt(row -> length(row.get(column)))
              .max()
              .orElse(0));
    }
    screen.line(screen.coloured(Colour.BOLD, row(titles, widths, screen)));
    rows.forEach(row -> screen.line(row(row, widths, screen)));
  }

  private static String row(List<String> cells, List<Integer> widths, Screen screen) {
    var line = new StringBuilder();
    var used = 0;
    for (var i = 0; i < cells.size(); i++) {
      var isLast = i == cells.size() - 1;
      var text = isLast ? cut(cells.get(i), screen.width() - used) : cells.get(i);
      line.append(Cells.coloured(text, screen));
      if (!isLast) {
        line.append(" ".repeat(widths.get(i) - length(text))).append(GAP);
        used += widths.get(i) + GAP.length();
      }
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int width) {
    var most = Math.max(width, LEAST_WIDTH);
    return length(text) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
