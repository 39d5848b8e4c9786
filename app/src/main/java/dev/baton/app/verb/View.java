package dev.baton.app.verb;

import tools.jackson.databind.JsonNode;

/** How an answer is shown to people. */
interface View {
  void show(JsonNode answer, Screen screen);
}
