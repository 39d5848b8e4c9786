package dev.baton.workflow.reference;

import dev.baton.workflow.internal.NameRule;

/** The name of a step, unique within its workflow. Immutable, thread safe. */
public record StepName(String value) {
  public StepName {
    value = NameRule.check("step name", value);
  }

  @Override
  public String toString() {
    return value;
  }
}
