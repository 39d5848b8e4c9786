package dev.baton.app.web.text;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Executors as people call them. */
public final class AgentNames {
  private AgentNames() {}

  /** {@code CLAUDE_CODE} is Claude Code. */
  public static String of(String executor) {
    return Stream.of(executor.split("[_-]"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
  }
}
