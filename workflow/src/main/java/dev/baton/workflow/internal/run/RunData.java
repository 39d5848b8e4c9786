package dev.baton.workflow.internal.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.RunJson;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.record.TaskVariables;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.RunView;
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
  private final Map<String, Correction> corrections = new LinkedHashMap<>();

  /**
   * A prompt argument in whose place somebody has supplied another value.
   *
   * @param step the number of the step that completed with it
   */
  private record Correction(int step, JsonNode value) {}

  RunData(SequentialWorkflow workflow, RunState state, TaskVariables variables) {
    this.workflow = workflow;
    this.arguments = state.arguments();
    this.variables = variables;
    for (var step : workflow.steps()) {
      producers.put(step.binding(), step);
      var record = state.step(step.name());
      if (step.tool().isPresent() && record.status() == StepStatus.COMPLETED) {
        record.result().ifPresent(result -> takeUp(step, result));
        record.call().ifPresent(call -> called(step, call));
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

  /**
   * A step has completed with this call: where it had another value than the prompt argument that
   * the step takes, later steps take that value too.
   */
  void called(WorkflowStep step, ObjectNode call) {
    step.arguments()
        .forEach(
            (name, source) -> {
              var value = call.path(name.value());
              if (source instanceof DataSource.PromptArgument argument
                  && !value.isMissingNode()
                  && !value.toString().contains(Secrets.SHOWN)) {
                correct(step, argument.name().value(), value);
              }
            });
  }

  private void correct(WorkflowStep step, String argument, JsonNode value) {
    var isOther =
        argumentOf(step, argument).filter(known -> RunJson.isSame(known, value)).isEmpty();
    if (isOther) {
      corrections.put(argument, new Correction(workflow.steps().indexOf(step), value));
    }
  }

  /** A prompt argument as a step takes it: the value that an earlier step has completed with. */
  Optional<JsonNode> argumentOf(WorkflowStep step, String name) {
    return Optional.ofNullable(corrections.get(name))
        .filter(correction -> correction.step() < workflow.steps().indexOf(step))
        .map(Correction::value)
        .or(() -> argument(name));
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
