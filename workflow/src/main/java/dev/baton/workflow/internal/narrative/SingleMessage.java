package dev.baton.workflow.internal.narrative;

import java.util.List;

/** A trace as one text, for clients that lose roles or read only the first message. */
final class SingleMessage {
  private static final String LEAST_BAR = "===";

  private SingleMessage() {}

  static String of(String workflow, List<TracePart> parts) {
    var bar = bar(parts);
    var text = new StringBuilder(intro(workflow, parts.size(), bar));
    for (int i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      text.append("\n\n").append(bar);
      text.append(" %d of %d, ".formatted(i + 1, parts.size())).append(part.role().wireName());
      text.append(part.title().isEmpty() ? "" : ", ").append(part.title());
      text.append(' ').append(bar).append('\n').append(part.body());
    }
    return text.toString();
  }

  private static String intro(String workflow, int parts, String bar) {
    return "The server has run the workflow '%s' for you. This is the conversation so far, in %d parts that begin with a line of %s each; parts marked assistant are yours. Go on from its end."
        .formatted(workflow, parts, bar);
  }

  // why: no text in the trace, such as a tool's result, can pass for the beginning of a part
  private static String bar(List<TracePart> parts) {
    var bar = LEAST_BAR;
    while (hasLineWith(bar, parts)) {
      bar += "=";
    }
    return bar;
  }

  private static boolean hasLineWith(String bar, List<TracePart> parts) {
    return parts.stream()
        .flatMap(part -> part.body().lines())
        .anyMatch(line -> line.startsWith(bar));
  }
}
