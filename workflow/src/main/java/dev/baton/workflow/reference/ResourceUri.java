package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;

/** The URI of a resource, {@code resource://…} or {@code file://…}. Immutable, thread safe. */
public record ResourceUri(String value) {
  public ResourceUri {
    value = NameRule.check("resource URI", value);
    if (!value.startsWith("resource://") && !value.startsWith("file://")) {
      throw new IllegalArgumentException(
          "A resource URI starts with resource:// or file://, got '%s'".formatted(value));
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
