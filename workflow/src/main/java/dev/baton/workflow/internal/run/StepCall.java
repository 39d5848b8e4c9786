package dev.baton.workflow.internal.run;

import dev.baton.workflow.reference.StepName;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that a step makes.
 *
 * @param arguments for the callee to keep; nobody else changes or reads them
 * @param timeout how long the call may take; empty for what the host thinks right
 */
public record StepCall(
    StepName step, String tool, ObjectNode arguments, Optional<Duration> timeout) {}
