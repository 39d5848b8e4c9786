package dev.baton.workflow;

import java.util.Locale;

/** What a prompt argument is; on the wire every one is text, and is read as this. */
public enum ArgumentType {
  STRING,
  INTEGER,
  NUMBER,
  BOOLEAN;

  /** Its name in a JSON Schema and in a workflow file. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
