package dev.baton.app.web.frame;

import dev.baton.mcp.transport.Fields;
import java.util.List;
import java.util.Set;

/** Text that somebody typed into a form whose place is gone, shown so that it can be copied. */
public record TypedText(String field, String text) {
  /** Fields into which people write; the others are ours. */
  private static final Set<String> WRITTEN =
      Set.of(
          "title",
          "prompt",
          "description",
          "message",
          "text",
          "words",
          "reason",
          "result",
          "body",
          "name",
          "labels",
          "blocked_by");

  /** What somebody answers to an agent in words of their own, by the number of its question. */
  private static final String OWN_ANSWER = "other-[0-9]+";

  /** What a step of a workflow is to be called with. */
  private static final String STEP_INPUT = "input\\..+";

  public static List<TypedText> of(Fields form) {
    return form.values().keySet().stream()
        .filter(TypedText::isWritten)
        .filter(field -> form.find(field).isPresent())
        .map(field -> new TypedText(field, form.text(field)))
        .toList();
  }

  private static boolean isWritten(String field) {
    return WRITTEN.contains(field) || field.matches(OWN_ANSWER) || field.matches(STEP_INPUT);
  }
}
