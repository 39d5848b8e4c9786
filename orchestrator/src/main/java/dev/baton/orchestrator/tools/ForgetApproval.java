package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class ForgetApproval {
  record Request(
      @Description("Question, UUID from list_approvals with remembered") UUID approvalId) {}

  private ForgetApproval() {}

  static Tool<Request, ListApprovals.View> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("forget_approval", Request.class, ListApprovals.View.class)
        .title("Forget approval")
        .description(
            """
            Takes back that an answer holds for the rest of its attempt: the agent asks again.
            Use when: somebody remembered an answer and no longer wants it to hold.
            Required: approval_id.
            Optional: nothing.
            Next: list_approvals.
            Avoid: calling it to undo what the agent has done already.""")
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, ForgetApproval::handle));
  }

  static ListApprovals.View handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return ListApprovals.View.of(orchestrator.approvals().forget(request.approvalId()));
  }
}
