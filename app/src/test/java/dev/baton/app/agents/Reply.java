package dev.baton.app.agents;

import tools.jackson.databind.node.ObjectNode;

/** What the model answers. */
sealed interface Reply {
  /** Words, and with them its turn is over. */
  record Say(String text) implements Reply {}

  /** The use of a tool. */
  record Call(String tool, ObjectNode arguments) implements Reply {}

  /** An error of the model's provider. */
  record Refuse(int status, String message) implements Reply {}

  /** A few words, and then nothing more for as long as the agent waits. */
  record Hang() implements Reply {
    static final String FIRST_WORDS = "Let me think";
  }
}
