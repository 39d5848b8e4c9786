package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A question of an agent whether it may use a tool.
 *
 * @param agentRequestId the agent's own name for the question
 * @param decision empty as long as nobody has answered
 */
public record Approval(
    UUID id,
    UUID attemptId,
    UUID processId,
    String agentRequestId,
    String toolName,
    String summary,
    Instant requestedAt,
    Optional<Instant> expiresAt,
    ApprovalStatus status,
    Optional<ApprovalDecision> decision,
    Optional<String> reason) {}
