package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import java.util.Optional;

/** Words the answers that agents get when somebody has decided. */
public final class AgentAnswers {
  private static final String NO_REASON = "The user said no";

  private AgentAnswers() {}

  /**
   * The answer to an agent.
   *
   * @param reason may be blank
   */
  public static ApprovalAnswer of(ApprovalDecision decision, String reason) {
    return switch (decision) {
      case APPROVE ->
          reason.isBlank() ? new ApprovalAnswer.Approve() : new ApprovalAnswer.Answer(reason);
      case DENY -> new ApprovalAnswer.Deny(reason.isBlank() ? NO_REASON : reason);
    };
  }

  /** The answer that an agent was given, if it was. */
  static Optional<ApprovalAnswer> given(Approval approval) {
    return approval.decision().map(decision -> of(decision, approval.reason().orElse("")));
  }
}
