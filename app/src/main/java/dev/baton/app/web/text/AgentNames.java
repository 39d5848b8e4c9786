package dev.baton.app.web.text;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Executors and their variants as people call them. */
public final class AgentNames {
  private AgentNames() {}

  /** {@code CLAUDE_CODE} is Claude Code. */
  public static String of(String executor) {
    return Stream.of(executor.split("[_-]"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" "));
  }

  /** What a way to run an agent means for people who choose one. */
  public static String ofVariant(String variant) {
    return switch (variant) {
      case "DEFAULT" -> "Default: edits files";
      case "NO_CONTEXT" -> "No context: new conversation";
      case "PLAN" -> "Plan: edits nothing";
      case "APPROVALS" -> "Approvals: asks you first";
      case "TRUSTED" -> "Trusted: runs any command, unasked";
      default -> of(variant);
    };
  }
}
