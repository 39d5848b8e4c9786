package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class RespondApproval {
  record Request(
      @Description("From pending_approvals of get_attempt_status") UUID approvalId,
      @Description("approve: the agent may do it; deny: it goes on without")
          ApprovalDecision decision,
      @Description("What the agent is told: why not, or the answer to what it asks")
          Optional<String> reason,
      @Description("attempt: the same input of the same tool is not asked again in this attempt")
          Optional<Remember> remember) {}

  /** For how long an answer holds. */
  enum Remember {
    ATTEMPT
  }

  record Response(
      @Description("UUID of the question") UUID approvalId,
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("The decision that the agent gets") ApprovalDecision decision) {}

  private RespondApproval() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("respond_approval", Request.class, Response.class)
        .title("Respond to approval")
        .description(
            """
            Answers an agent that asks whether it may use a tool; it waits until then.
            Use when: get_attempt_status shows pending_approvals and the user has decided.
            Required: approval_id, decision.
            Optional: reason, remember.
            Next: get_attempt_status with wait_ms.
            Avoid: approving what the user has not seen.\
            """)
        .annotations(Hints.ADDS)
        // why: an agent that could answer would approve its own questions
        .visibleTo(caller -> !AttemptOwner.is(caller))
        .handler(new OperationHandler<>(orchestrator, RespondApproval::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var approval =
        orchestrator
            .approvals()
            .respond(
                new ApprovalResponse(
                    request.approvalId(),
                    request.decision(),
                    request.reason(),
                    request.remember().isPresent()));
    return new Response(
        approval.id(), approval.attemptId(), approval.decision().orElse(request.decision()));
  }
}
