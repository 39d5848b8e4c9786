package dev.baton.workflow.run;

import dev.baton.workflow.BindingName;
import dev.baton.workflow.RunView;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The values that flow in a run: arguments, and the outputs of the steps that completed. */
final class RunData implements RunView {
  private final SequentialWorkflow workflow;
  private final ObjectNode arguments;
  private final TaskVariables variables;
  private final Map<BindingName, WorkflowStep> producers = new LinkedHashMap<>();
  private final Map<BindingName, JsonNode> outputs = new LinkedHashMap<>();

  RunData(SequentialWorkflow workflow, RunState state, TaskVariables variables) {
    this.workflow = workflow;
    this.arguments = state.arguments();
    this.variables = variables;
    for (var step : workflow.steps()) {
      producers.put(step.binding(), step);
      var record = state.step(step.name());
      if (step.tool().isPresent() && record.status() == StepStatus.COMPLETED) {
        record.result().ifPresent(result -> takeUp(step, result));
      }
    }
  }

  // why: a transform that fails now leaves the output unknown, and who needs it says so
  private void takeUp(WorkflowStep step, JsonNode result) {
    try {
      complete(step, result);
    } catch (StepFailedException e) {
      outputs.remove(step.binding());
    }
  }

  /** Takes the result of a step, of which its output is made. */
  void complete(WorkflowStep step, JsonNode result) throws StepFailedException {
    var output = result;
    if (step.outputTransform().isPresent()) {
      try {
        output = step.outputTransform().get().apply(result);
      } catch (RuntimeException e) {
        throw new StepFailedException("its output could not be transformed: " + Reason.of(e), e);
      }
    }
    outputs.put(step.binding(), output);
  }

  /** The step whose output has this name. */
  Optional<WorkflowStep> producer(BindingName binding) {
    return Optional.ofNullable(producers.get(binding));
  }

  @Override
  public Optional<JsonNode> output(BindingName binding) {
    return Optional.ofNullable(outputs.get(binding));
  }

  /** The value of a variable in a text that names an output; empty if it is not there. */
  Optional<JsonNode> outputIn(String variable) {
    return outputIn(workflow, variable, this::output);
  }

  static Optional<JsonNode> outputIn(
      SequentialWorkflow workflow,
      String variable,
      Function<BindingName, Optional<JsonNode>> outputs) {
    return workflow
        .outputNamed(variable)
        .flatMap(
            source ->
                outputs
                    .apply(source.binding())
                    .flatMap(
                        output ->
                            source
                                .field()
                                .flatMap(field -> FieldLookup.find(output, field).value())));
  }

  Map<BindingName, JsonNode> outputs() {
    return outputs;
  }

  @Override
  public Optional<JsonNode> argument(String name) {
    return Optional.ofNullable(arguments.get(name));
  }

  @Override
  public Optional<JsonNode> output(String binding) {
    return output(new BindingName(binding));
  }

  @Override
  public Optional<JsonNode> variable(String name) {
    return variables.find(name);
  }
}
