package dev.baton.orchestrator.agent;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One line that says what a tool is used for. */
public final class ToolWords {
  private static final int MAX_LENGTH = 200;

  /** Inputs that tell the most, best first. */
  private static final List<String> TELLING =
      List.of(
          "command",
          "cmd",
          "file_path",
          "filePath",
          "path",
          "fileName",
          "notebook_path",
          "pattern",
          "query",
          "url",
          "skill",
          "description",
          "title",
          "prompt",
          "text");

  private ToolWords() {}

  static String of(ToolUse tool) {
    return of(tool.name(), tool.input());
  }

  /** The tool's name and its most telling input. */
  public static String of(String name, JsonNode input) {
    return of(name, Optional.of(input));
  }

  private static String of(String name, Optional<JsonNode> input) {
    return input
        .flatMap(ToolWords::telling)
        .map(text -> Excerpt.start(name + ": " + Excerpt.firstLine(text, MAX_LENGTH), MAX_LENGTH))
        .orElse(name);
  }

  private static Optional<String> telling(JsonNode input) {
    var event = new JsonEvent(input);
    return TELLING.stream()
        .flatMap(name -> event.find(name).stream())
        .findFirst()
        .or(() -> changedFiles(event.list("changes")))
        .or(() -> event.list("questions").stream().findFirst().flatMap(it -> it.find("question")));
  }

  private static Optional<String> changedFiles(List<JsonEvent> changes) {
    var more = changes.size() > 1 ? " and %d more".formatted(changes.size() - 1) : "";
    return changes.stream()
        .findFirst()
        .flatMap(first -> first.find("path"))
        .map(path -> path + more);
  }
}
