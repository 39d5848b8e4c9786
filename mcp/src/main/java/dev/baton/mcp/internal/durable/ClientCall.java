package dev.baton.mcp.internal.durable;

import dev.baton.workflow.internal.record.StepStatus;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that a client made and that belongs to a run.
 *
 * @param step the step that the client named; empty if it named none
 * @param arguments with the run's secrets hidden
 * @param result the tool's result, or {@code {error}}
 */
public record ClientCall(
    Optional<String> step, String tool, ObjectNode arguments, StepStatus status, JsonNode result) {}
