package dev.baton.workflow.internal.argument;

import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.reference.StepName;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value that a run lacks, and that a client can be asked for.
 *
 * @param type its JSON type, such as {@code string}
 * @param step the step whose argument it is; empty for an argument of the prompt
 * @param schema what it must satisfy
 * @param secret if it must not be shown
 */
public record MissingInput(
    String name,
    String type,
    String description,
    Optional<StepName> step,
    ObjectNode schema,
    boolean secret) {
  public static MissingInput of(WorkflowArgument argument) {
    return new MissingInput(
        argument.name().value(),
        argument.type().wireName(),
        argument.description(),
        Optional.empty(),
        ArgumentSchema.of(argument),
        argument.secret());
  }

  public static MissingInput of(StepName step, String name, ObjectNode schema) {
    return new MissingInput(
        name,
        schema.path("type").asString("string"),
        schema.path("description").asString(""),
        Optional.of(step),
        schema,
        false);
  }
}
