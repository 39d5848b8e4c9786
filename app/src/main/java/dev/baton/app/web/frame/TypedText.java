package dev.baton.app.web.frame;

import dev.baton.mcp.transport.Fields;
import java.util.List;
import java.util.Set;

/** What somebody typed into a form whose place is gone, so that it can be copied. */
public record TypedText(String field, String text) {
  /** Fields into which people write; the others are ours. */
  private static final Set<String> WRITTEN =
      Set.of("title", "prompt", "description", "message", "text", "words", "reason", "result");

  public static List<TypedText> of(Fields form) {
    return form.values().keySet().stream()
        .filter(WRITTEN::contains)
        .filter(field -> form.find(field).isPresent())
        .map(field -> new TypedText(field, form.text(field)))
        .toList();
  }
}
