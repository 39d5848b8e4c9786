package dev.baton.orchestrator.agent.catalogue;

import dev.baton.orchestrator.agent.ExecutorSettings;
import java.util.regex.Pattern;

/** An executor as the user configured it: a built-in one, or one of the user's own. */
public record ConfiguredExecutor(String name, Kind kind, ExecutorSettings settings) {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  /** What the program speaks. */
  public enum Kind {
    /** Whatever the built-in executor of this name speaks. */
    BUILT_IN,
    /** The Agent Client Protocol, version 1. */
    ACP,
    /** Plain text. */
    COMMAND,
    /** JSON lines, as the scripted agent prints them. */
    JSON_COMMAND
  }

  public ConfiguredExecutor {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Executor name '%s': use capital letters, digits and _, at most 64, a letter first"
              .formatted(name));
    }
  }
}
