package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import tools.jackson.databind.JsonNode;

/** What a user and an agent said. */
public record ConversationView() implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    if (answer.path("messages").isEmpty()) {
      screen.line("Nothing was said yet.");
    }
    for (var message : answer.path("messages")) {
      var role = message.path("role").asString("");
      screen.line(
          screen.coloured(
              role.equals("user") ? Colour.CYAN : Colour.GREEN,
              "%s, %s"
                  .formatted(role, CellText.text("timestamp", message.path("timestamp"), screen))));
      message
          .path("content")
          .asString("")
          .stripTrailing()
          .lines()
          .forEach(line -> screen.line(("  " + line).stripTrailing()));
    }
    if (answer.path("next_cursor").isNumber()) {
      screen.aside("There is more: --cursor " + answer.path("next_cursor").asLong());
    }
  }
}
