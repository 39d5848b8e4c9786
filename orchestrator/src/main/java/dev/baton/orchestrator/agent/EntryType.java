package dev.baton.orchestrator.agent;

import java.util.Locale;

/** The kinds of entries in a conversation. */
public enum EntryType {
  USER_MESSAGE,
  ASSISTANT_MESSAGE,
  THINKING,
  TOOL_USE,
  SYSTEM_MESSAGE,
  ERROR,
  USAGE;

  /** Whether a later entry may take the place of one of this kind. */
  public boolean mayChange() {
    return switch (this) {
      case TOOL_USE, USAGE -> true;
      case USER_MESSAGE, ASSISTANT_MESSAGE, THINKING, SYSTEM_MESSAGE, ERROR -> false;
    };
  }

  /** The name on the wire, such as {@code tool_use}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
