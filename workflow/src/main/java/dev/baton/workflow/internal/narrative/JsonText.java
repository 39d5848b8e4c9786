package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.internal.record.BoundedText;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.core.util.Separators.Spacing;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** JSON as a model is shown it. Thread safe. */
final class JsonText {
  private static final Separators SEPARATORS =
      new Separators()
          .withObjectNameValueSpacing(Spacing.AFTER)
          .withObjectEmptySeparator("")
          .withArrayEmptySeparator("");
  private static final JsonMapper JSON = new JsonMapper();
  private static final ObjectWriter PRETTY = JSON.writer().with(lines());
  private static final ObjectWriter LINE = JSON.writer().with(line());

  private JsonText() {}

  private static DefaultPrettyPrinter lines() {
    // why: the same line ends on every machine
    var indenter = new DefaultIndenter("  ", "\n");
    return new DefaultPrettyPrinter(SEPARATORS)
        .withArrayIndenter(indenter)
        .withObjectIndenter(indenter);
  }

  private static DefaultPrettyPrinter line() {
    var none = new DefaultPrettyPrinter.NopIndenter();
    return new DefaultPrettyPrinter(
            SEPARATORS.withObjectEntrySpacing(Spacing.AFTER).withArrayElementSpacing(Spacing.AFTER))
        .withArrayIndenter(none)
        .withObjectIndenter(none);
  }

  /** A text and JSON below it, in as many lines as it has parts. */
  static String pretty(String heading, JsonNode json, int mostBytes) {
    var text = new BoundedText(mostBytes);
    text.write(heading, 0, heading.length());
    text.write("\n", 0, 1);
    PRETTY.writeValue(text, json);
    return text.toString();
  }

  /** On one line, with blanks for the eye. */
  static String line(JsonNode json) {
    return LINE.writeValueAsString(json);
  }
}
