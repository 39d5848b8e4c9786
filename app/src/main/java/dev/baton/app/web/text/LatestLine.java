package dev.baton.app.web.text;

import dev.baton.orchestrator.transcript.LogEntry;

/** What an agent said or did last, in one line. */
final class LatestLine {
  private static final int MOST = 120;

  private LatestLine() {}

  static String of(LogEntry entry) {
    var text =
        entry.tool().isPresent()
            ? ToolCallWords.verb(entry.tool().get())
                + " "
                + ToolCallWords.target(entry.tool().get())
            : entry.content();
    var line = VisibleText.line(text).strip();
    return line.length() > MOST ? line.substring(0, MOST) + "…" : line;
  }
}
