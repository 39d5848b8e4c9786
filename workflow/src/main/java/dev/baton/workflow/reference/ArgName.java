package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;

/** The name of an argument, of a prompt or of a tool. Immutable, thread safe. */
public record ArgName(String value) {
  public ArgName {
    value = NameRule.check("argument name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
