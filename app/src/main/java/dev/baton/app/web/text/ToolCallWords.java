package dev.baton.app.web.text;

import dev.baton.orchestrator.transcript.LogEntry.ToolUse;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Tool calls of agents in the words of the page: a verb, and what it is done to. */
public final class ToolCallWords {
  /** What a call is about, by the names that agents give it; the first that is there wins. */
  private static final List<String> TARGETS =
      List.of(
          "command",
          "cmd",
          "file_path",
          "filePath",
          "path",
          "absolute_path",
          "pattern",
          "query",
          "url",
          "notebook_path",
          "description",
          "prompt");

  private ToolCallWords() {}

  public static String verb(ToolUse tool) {
    return switch (tool.kind().toLowerCase(Locale.ROOT)) {
      case "read" -> "Read";
      case "edit" -> "Edit";
      case "execute" -> "Run";
      case "search" -> "Search";
      case "fetch" -> "Fetch";
      case "plan" -> "Plan";
      default -> tool.name();
    };
  }

  public static String target(ToolUse tool) {
    return tool.input().map(ToolCallWords::target).orElse("");
  }

  private static String target(JsonNode input) {
    if (!input.isObject()) {
      return input.isString() ? input.asString() : "";
    }
    for (var name : TARGETS) {
      var value = input.path(name);
      if (value.isString() && !value.asString().isBlank()) {
        return value.asString();
      }
      if (value.isArray() && !value.isEmpty()) {
        return words(value);
      }
    }
    return "";
  }

  private static String words(JsonNode list) {
    var all = new StringBuilder();
    for (var word : list) {
      all.append(all.isEmpty() ? "" : " ").append(word.asString(""));
    }
    return all.toString();
  }
}
