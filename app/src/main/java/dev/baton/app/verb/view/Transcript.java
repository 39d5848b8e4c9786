package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What an agent did and said, one entry after the other. It remembers whose turn it was: one for
 * each log that is shown. Not thread safe.
 */
public final class Transcript {
  private static final int LONGEST_LINE = 200;
  private static final int MOST_LINES = 10;
  private static final int CLOCK = "15:03:12 ".length();
  private static final Set<String> UNFINISHED = Set.of("pending", "running");

  private final Screen screen;
  private String process = "";
  private String underWay = "";

  public Transcript(Screen screen) {
    this.screen = screen;
  }

  /** A whole page. */
  public static void show(JsonNode answer, Screen screen) {
    if (answer.path("entries").isEmpty()) {
      screen.line("Nothing is in the log yet.");
    }
    if (answer.path("next_cursor").isNumber()) {
      screen.aside("There is more before this: --cursor " + answer.path("next_cursor").asLong());
    }
    var transcript = new Transcript(screen);
    transcript.add(answer.path("entries"));
    transcript.addUnderWay();
  }

  /** Shows further entries; a tool's use is shown when it has ended. */
  public void add(JsonNode entries) {
    var replaced =
        entries
            .valueStream()
            .filter(entry -> entry.has("replaces"))
            .map(entry -> entry.path("replaces").asLong())
            .collect(Collectors.toSet());
    for (var entry : entries) {
      if (!replaced.contains(entry.path("entry_index").asLong())) {
        add(entry, entry.path("tool").path("status").asString(""));
      }
    }
  }

  private void add(JsonNode entry, String status) {
    if (UNFINISHED.contains(status)) {
      underWay = tool(entry);
      return;
    }
    underWay = "";
    announce(entry);
    var time = screen.coloured(Colour.FAINT, screen.clock(time(entry)));
    text(entry)
        .lines()
        .map(line -> marked(entry, line))
        .forEach(line -> screen.line((time + " " + line).stripTrailing()));
    output(entry.path("tool"))
        .forEach(line -> screen.line(" ".repeat(CLOCK) + screen.coloured(Colour.FAINT, line)));
  }

  /** The last of what a command printed, and how much that leaves out. */
  private static List<String> output(JsonNode tool) {
    if (!tool.path("kind").asString("").equals("execute") || isSaidInLine(tool)) {
      return List.of();
    }
    var lines = tool.path("result").asString("").stripTrailing().lines().toList();
    var hidden = Math.max(0, lines.size() - MOST_LINES);
    var shown = new ArrayList<String>();
    if (hidden > 0) {
      shown.add("  … %s before; --json shows all".formatted(Sentence.counted(hidden, "line")));
    }
    lines.stream().skip(hidden).forEach(line -> shown.add("  | " + cut(line)));
    return shown;
  }

  /** What the agent is doing now; empty if it is unknown. */
  public String underWay() {
    return underWay;
  }

  private void addUnderWay() {
    if (!underWay.isEmpty()) {
      screen.line(underWay);
    }
  }

  private void announce(JsonNode entry) {
    var id = entry.path("execution_process_id").asString("");
    if (!id.equals(process)) {
      process = id;
      screen.line(screen.coloured(Colour.FAINT, "--- process " + id));
    }
  }

  private static Instant time(JsonNode entry) {
    return Instant.parse(entry.path("timestamp").asString(""));
  }

  private String text(JsonNode entry) {
    var content = entry.path("content").asString("").stripTrailing();
    return switch (entry.path("type").asString("")) {
      case "assistant_message", "stdout" -> content.isEmpty() ? " " : content;
      case "tool_use" -> tool(entry);
      default -> content;
    };
  }

  /** A line that shows who said it. */
  private String marked(JsonNode entry, String line) {
    return switch (entry.path("type").asString("")) {
      case "user_message" -> screen.coloured(Colour.CYAN, "> " + line);
      case "assistant_message", "stdout", "tool_use" -> line;
      case "error", "stderr" -> screen.coloured(Colour.RED, line);
      default -> screen.coloured(Colour.FAINT, line);
    };
  }

  /** A tool's use in one line: what it is, with what, and what became of it. */
  private String tool(JsonNode entry) {
    var tool = entry.path("tool");
    var status = tool.path("status").asString("");
    var content = CellText.inOneLine(entry.path("content").asString(""));
    var name = tool.path("name").asString("");
    var line = content.startsWith(name) ? content : name + " " + content;
    var result = isSaidInLine(tool) ? ": " + result(tool) : "";
    return "[%s] %s (%s%s)"
        .formatted(tool.path("kind").asString(""), cut(line), status, cut(result));
  }

  /** Why something failed, if it is short or no command printed it. */
  private static boolean isSaidInLine(JsonNode tool) {
    return switch (tool.path("status").asString("")) {
      case "failed", "denied" ->
          !tool.path("kind").asString("").equals("execute")
              || result(tool).length() <= LONGEST_LINE;
      default -> false;
    };
  }

  private static String result(JsonNode tool) {
    return CellText.inOneLine(tool.path("result").asString(""));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "…";
  }
}
