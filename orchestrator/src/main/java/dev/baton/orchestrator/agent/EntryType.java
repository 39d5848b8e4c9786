package dev.baton.orchestrator.agent;

import java.util.Locale;

/** What kind of part of a conversation an entry is. */
public enum EntryType {
  USER_MESSAGE,
  ASSISTANT_MESSAGE,
  THINKING,
  TOOL_USE,
  SYSTEM_MESSAGE,
  ERROR,
  USAGE;

  /** The name on the wire, such as {@code tool_use}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
