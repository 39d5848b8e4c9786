package dev.baton.workflow.internal.argument;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.internal.record.RunJson;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a workflow as a JSON Schema. */
public final class ArgumentSchema {
  private ArgumentSchema() {}

  /** What the tool that runs a workflow takes. */
  public static ObjectNode of(SequentialWorkflow workflow) {
    var schema = RunJson.object().put("type", "object");
    var properties = schema.putObject("properties");
    workflow.arguments().forEach(argument -> properties.set(argument.name().value(), of(argument)));
    var required = workflow.arguments().stream().filter(WorkflowArgument::required).toList();
    if (!required.isEmpty()) {
      var names = schema.putArray("required");
      required.forEach(argument -> names.add(argument.name().value()));
    }
    return schema.put("additionalProperties", false);
  }

  static ObjectNode of(WorkflowArgument argument) {
    var schema = RunJson.object().put("type", argument.type().wireName());
    if (!argument.description().isBlank()) {
      schema.put("description", argument.description());
    }
    if (!argument.allowedValues().isEmpty()) {
      var values = schema.putArray("enum");
      argument
          .allowedValues()
          .forEach(value -> ArgumentText.find(argument.type(), value).ifPresent(values::add));
    }
    return schema;
  }
}
