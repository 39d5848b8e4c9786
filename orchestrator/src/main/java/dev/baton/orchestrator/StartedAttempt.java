package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Waiting;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt whose first process runs, or that waits in line and then has neither session nor
 * process.
 */
public record StartedAttempt(
    UUID taskId,
    UUID attemptId,
    String workspaceBranch,
    Optional<UUID> sessionId,
    Optional<UUID> executionProcessId,
    AttemptState state,
    Optional<Waiting> waiting) {}
