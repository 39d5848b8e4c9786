package dev.baton.mcp.workflow;

import dev.baton.workflow.run.StepStatus;
import dev.baton.workflow.run.ToolOutcome;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that a client made and that belongs to a run.
 *
 * @param arguments with the run's secrets hidden
 * @param result the tool's result, or {@code {error}}
 */
record ClientCall(String tool, ObjectNode arguments, StepStatus status, JsonNode result) {
  static ClientCall of(String tool, ObjectNode arguments, ToolOutcome outcome) {
    return outcome
        .failure()
        .map(failure -> new ClientCall(tool, arguments, StepStatus.FAILED, failure.toJson()))
        .orElseGet(() -> new ClientCall(tool, arguments, StepStatus.COMPLETED, outcome.value()));
  }
}
