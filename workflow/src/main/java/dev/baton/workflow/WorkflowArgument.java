package dev.baton.workflow;

import dev.baton.workflow.reference.ArgName;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An argument of a workflow prompt. Immutable, thread safe.
 *
 * @param allowedValues the only values it takes; empty if any
 * @param completion proposes values for what was typed so far
 * @param secret if traces and logs show {@code ***} in place of its value
 */
public record WorkflowArgument(
    ArgName name,
    String description,
    boolean required,
    ArgumentType type,
    List<String> allowedValues,
    Optional<Function<String, List<String>>> completion,
    boolean secret) {
  public WorkflowArgument {
    allowedValues = List.copyOf(allowedValues);
  }
}
