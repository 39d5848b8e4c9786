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

  private static final List<String> COMMANDS = List.of("command", "cmd");

  private static final List<String> FILES =
      List.of("file_path", "filePath", "path", "fileName", "notebook_path");

  private ToolWords() {}

  /** The agent's own words, with the command or the file where they keep it back. */
  public static String complete(String words, JsonNode input) {
    var event = new JsonEvent(input);
    var command = first(event, COMMANDS);
    var isSaid =
        command.isPresent()
            ? words.contains(command.get())
            : first(event, FILES).map(file -> words.contains(fileName(file))).orElse(true);
    return isSaid ? words : of(Excerpt.firstLine(words, MAX_LENGTH / 2), input);
  }

  private static Optional<String> first(JsonEvent input, List<String> names) {
    return names.stream().flatMap(name -> input.find(name).stream()).findFirst();
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

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
        .map(text -> Excerpt.start(name + ": " + line(text), MAX_LENGTH))
        .orElse(name);
  }

  // why: who allows a command has to see that more of it follows
  private static String line(String text) {
    var isWhole = text.strip().lines().limit(2).count() < 2;
    return Excerpt.firstLine(text, MAX_LENGTH) + (isWhole ? "" : " …");
  }

  private static Optional<String> telling(JsonNode input) {
    var event = new JsonEvent(input);
    return first(event, TELLING)
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
