package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.run.StepRecord;
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
        .map(failure -> new ClientCall(tool, arguments, StepStatus.FAILED, error(failure)))
        .orElseGet(() -> new ClientCall(tool, arguments, StepStatus.COMPLETED, outcome.value()));
  }

  private static ObjectNode error(StepRecord.Failure failure) {
    var error = Json.object().put("error", failure.message());
    return failure.retryable() ? error.put("retryable", true) : error;
  }
}
