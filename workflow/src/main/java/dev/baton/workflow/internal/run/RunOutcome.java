package dev.baton.workflow.internal.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.record.RunState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Where a run stands, and what is left of it.
 *
 * @param outputs the outputs of the steps that completed, by binding, with secrets hidden
 * @param remaining the open steps; one that failed and may be retried comes first
 * @param missing the values that the run stopped for, and that a client can be asked for
 * @param recordingProblem why the run is not recorded as far as it has come; empty if it is
 */
public record RunOutcome(
    SequentialWorkflow workflow,
    RunState state,
    Map<String, JsonNode> outputs,
    List<RemainingCall> remaining,
    List<MissingInput> missing,
    Optional<String> recordingProblem) {
  public RunOutcome {
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    remaining = List.copyOf(remaining);
    missing = List.copyOf(missing);
  }

  /** The value of a variable in a text that names an output; empty if it is not there. */
  public Optional<JsonNode> outputIn(String variable) {
    return RunData.outputIn(
        workflow, variable, binding -> Optional.ofNullable(outputs.get(binding.value())));
  }

  /** The output of the last step that completed and has one; empty if there is none. */
  public Optional<JsonNode> lastOutput() {
    return workflow.steps().stream()
        .flatMap(step -> Optional.ofNullable(outputs.get(step.binding().value())).stream())
        .reduce((earlier, later) -> later);
  }

  /** If every step has completed; else the run is paused. */
  public boolean isCompleted() {
    return state.isDone();
  }

  /** {@code completed} or {@code paused}. */
  public String status() {
    return isCompleted() ? "completed" : "paused";
  }
}
