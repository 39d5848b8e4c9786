package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;

/** The name under which later steps find a step's output. Immutable, thread safe. */
public record BindingName(String value) {
  public BindingName {
    value = NameRule.check("binding name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
