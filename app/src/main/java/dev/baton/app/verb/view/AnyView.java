package dev.baton.app.verb.view;

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
      new DetailsView().show(answer, screen);
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
}
