package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A list as aligned columns, as many as a terminal has room for; the last one is cut there.
 *
 * @param items the field that holds the list
 * @param nothing what is said of an empty list
 */
public record TableView(String items, String nothing, List<Column> columns) implements View {
  /** One column: its title, and what stands in it. */
  public record Column(String title, String field, Function<JsonNode, JsonNode> value) {
    public static Column of(String field) {
      return new Column(CellText.title(field), field, item -> item.path(field));
    }

    private String text(JsonNode item, Screen screen) {
      return screen.seen(CellText.text(field, value.apply(item), screen));
    }
  }

  public static TableView of(String items, String nothing, String... fields) {
    return new TableView(items, nothing, Stream.of(fields).map(Column::of).toList());
  }

  public TableView with(Column column) {
    var all = new ArrayList<>(columns);
    all.add(column);
    return new TableView(items, nothing, List.copyOf(all));
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
    var grid = new Grid(columns.stream().map(Column::title).toList(), rows);
    var fitted = grid.fittedTo(screen.width());
    if (fitted.fits(screen.width())) {
      screen.line(screen.coloured(Colour.BOLD, fitted.head(screen.width())));
      fitted.lines(screen.width(), screen).forEach(screen::line);
    } else {
      writeInBlocks(grid, screen);
    }
  }

  /** For a terminal that has no room for columns: a line for each of them. */
  private static void writeInBlocks(Grid grid, Screen screen) {
    var gap = "";
    for (var row : grid.rows()) {
      screen.raw(gap);
      for (var i = 0; i < row.size(); i++) {
        if (!row.get(i).isEmpty()) {
          screen.line(
              screen.coloured(Colour.BOLD, grid.titles().get(i))
                  + "  "
                  + CellText.coloured(row.get(i), screen));
        }
      }
      gap = "\n";
    }
  }
}
