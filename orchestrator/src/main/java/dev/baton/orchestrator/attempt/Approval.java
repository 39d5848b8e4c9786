package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A question of an agent whether it may use a tool.
 *
 * @param agentRequestId the agent's own name for the question
 * @param inputKey the same for the same input of the tool; empty if it was asked before there were
 *     keys
 * @param decision empty as long as nobody has answered
 * @param isRemembered true if the decision holds for the same question in the rest of the attempt
 */
public record Approval(
    UUID id,
    UUID attemptId,
    UUID processId,
    String agentRequestId,
    String toolName,
    String summary,
    Optional<String> inputKey,
    Instant requestedAt,
    Optional<Instant> expiresAt,
    ApprovalStatus status,
    Optional<ApprovalDecision> decision,
    Optional<String> reason,
    boolean isRemembered) {
  /** The answer to an agent that asks whether it may go on. */
  public enum ApprovalDecision {
    APPROVE,
    DENY;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where a question of an agent stands. */
  public enum ApprovalStatus {
    PENDING,
    ANSWERED,
    /** Nobody answered in time, which is a denial. */
    EXPIRED,
    /** The agent no longer waits. */
    WITHDRAWN
  }
}
