package dev.baton.app.verb.view;

import dev.baton.app.verb.view.Screen.Colour;
import dev.baton.workflow.internal.record.Sentence;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Shows changed files, each with its count of lines, and the totals. */
public record ChangesView() implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    for (var file : answer.path("files")) {
      screen.line(line(file, screen));
    }
    var summary = answer.path("summary");
    var count = summary.path("file_count").asInt(0);
    screen.line(
        count == 0 && !answer.path("blocked").asBoolean(false)
            ? "Nothing changed."
            : "%s changed, %s".formatted(Sentence.counted(count, "file"), lines(summary, screen)));
    if (answer.path("blocked").asBoolean(false)) {
      screen.aside(blocked(answer));
    }
  }

  private static String blocked(JsonNode answer) {
    var reason = answer.path("reason").asString("");
    return reason.isEmpty()
        ? "The files are not listed (%s); --force lists them all the same."
            .formatted(answer.path("blocked_reason").asString(""))
        : "Git could not tell what changed: %s\nFix that in the worktree, which 'baton attempt status' names, then repeat the command."
            .formatted(reason);
  }

  private static String line(JsonNode file, Screen screen) {
    var letter = file.path("status").asString("?").substring(0, 1).toUpperCase(Locale.ROOT);
    var old = file.path("old_path").asStringOpt().map(path -> CellText.inOneLine(path) + " -> ");
    return "%s  %s  %s%s"
        .formatted(
            letter,
            file.path("binary").asBoolean(false) ? "binary" : lines(file, screen),
            old.orElse(""),
            CellText.inOneLine(file.path("path").asString("")));
  }

  private static String lines(JsonNode count, Screen screen) {
    return screen.coloured(Colour.GREEN, "+" + count.path("added").asLong(0))
        + " "
        + screen.coloured(Colour.RED, "-" + count.path("deleted").asLong(0));
  }
}
