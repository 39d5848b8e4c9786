package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Shows an answer by its form: a table if it is about a list of things, else names and values. */
public record AnyView() implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    var list =
        answer
            .propertyStream()
            .filter(field -> field.getValue().isArray())
            .filter(_ -> answer.has("count") || answer.size() == 1)
            .findFirst();
    if (list.isEmpty()) {
      details(answer, screen);
      return;
    }
    var items = list.get().getKey();
    var fields =
        list.get()
            .getValue()
            .path(0)
            .propertyStream()
            .map(Map.Entry::getKey)
            .toArray(String[]::new);
    TableView.of(items, "No %s.".formatted(CellText.words(items)), fields).show(answer, screen);
  }

  /**
   * One thing as lines of names and values, in the order of the answer; what is null is left out.
   */
  static void details(JsonNode answer, Screen screen) {
    var fields = answer.propertyStream().filter(field -> !isNothing(field.getValue())).toList();
    var width = fields.stream().mapToInt(field -> field.getKey().length()).max().orElse(0);
    fields.forEach(field -> show(field, width, screen));
  }

  private static boolean isNothing(JsonNode value) {
    return value.isNull() || (value.isContainer() && value.isEmpty());
  }

  private static void show(Map.Entry<String, JsonNode> field, int width, Screen screen) {
    var name = CellText.words(field.getKey());
    var indent = " ".repeat(width + 2);
    var lines = lines(field.getKey(), field.getValue(), screen);
    var label = screen.coloured(Colour.FAINT, name + ":") + " ".repeat(width + 1 - name.length());
    for (var i = 0; i < lines.size(); i++) {
      screen.line(((i == 0 ? label : indent) + lines.get(i)).stripTrailing());
    }
  }

  private static List<String> lines(String name, JsonNode value, Screen screen) {
    if (value.isArray() && value.path(0).isObject()) {
      return value.valueStream().map(item -> CellText.text(name, item, screen)).toList();
    } else if (value.isString() && value.asString().contains("\n")) {
      return value.asString().stripTrailing().lines().toList();
    }
    return List.of(CellText.coloured(CellText.text(name, value, screen), screen));
  }
}
