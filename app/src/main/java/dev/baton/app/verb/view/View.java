package dev.baton.app.verb.view;

import tools.jackson.databind.JsonNode;

/** How an answer is shown to people. */
public interface View {
  void show(JsonNode answer, Screen screen);

  /** True if the answer is none to what was asked for, which fails the command. */
  default boolean isRefusal(JsonNode answer) {
    return false;
  }
}
