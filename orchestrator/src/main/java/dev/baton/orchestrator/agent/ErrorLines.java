package dev.baton.orchestrator.agent;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines that a program printed on standard error, for the summary of a failure. */
final class ErrorLines {
  private static final int MAX_LENGTH = 700;

  private final Deque<String> lines = new ArrayDeque<>();
  private int length;

  void add(String line) {
    var text = Excerpt.start(line, MAX_LENGTH);
    lines.addLast(text);
    length += text.length() + 1;
    while (length > MAX_LENGTH && lines.size() > 1) {
      length -= lines.removeFirst().length() + 1;
    }
  }

  String text() {
    return String.join("\n", lines);
  }
}
