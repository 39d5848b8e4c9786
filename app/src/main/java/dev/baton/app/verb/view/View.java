package dev.baton.app.verb.view;

import tools.jackson.databind.JsonNode;

/** How an answer is shown to people. */
public interface View {
  void show(JsonNode answer, Screen screen);

  /** True if the answer refuses what was asked for; then the command fails. */
  default boolean isRefusal(JsonNode answer) {
    return false;
  }
}
