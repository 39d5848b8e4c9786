package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;
import java.util.List;
import java.util.Optional;

/** A way into a step's output: names and array indexes, with dots between them. Immutable. */
public record FieldPath(String value) {
  public FieldPath {
    value = NameRule.check("field path", value);
    if (List.of(value.split("\\.", -1)).contains("")) {
      throw new IllegalArgumentException(
          "A field path is names or indexes with single dots between, got '%s'".formatted(value));
    }
  }

  /** The path, if the text is one. */
  public static Optional<FieldPath> find(String text) {
    return text.isBlank() || List.of(text.split("\\.", -1)).contains("")
        ? Optional.empty()
        : Optional.of(new FieldPath(text));
  }

  public List<String> segments() {
    return List.of(value.split("\\.", -1));
  }

  @Override
  public String toString() {
    return value;
  }
}
