package dev.baton.workflow.internal.record;

import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** What is wrong with one argument of a workflow. */
public record ArgumentProblem(String argument, Kind kind, String message) {
  /** What can be wrong with an argument. */
  public enum Kind {
    MISSING,
    INVALID,
    UNKNOWN;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ObjectNode toJson() {
    return RunJson.object()
        .put("argument", argument)
        .put("problem", kind.wireName())
        .put("message", message);
  }
}
