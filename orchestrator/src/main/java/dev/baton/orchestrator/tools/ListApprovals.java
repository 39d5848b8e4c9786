package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.progress.Approvals.ApprovalQuery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class ListApprovals {
  record Request(
      @Description(FieldText.PROJECT_ID + "; default all projects") Optional<UUID> projectId,
      @Description("True lists those too that nobody answered in time; default false")
          Optional<Boolean> expired,
      @Description("True lists those too whose answers are remembered; default false")
          Optional<Boolean> remembered) {}

  record Response(
      @Description("Questions of agents, oldest first") List<View> approvals,
      @Description(FieldText.COUNT) int count) {}

  record View(
      @Description("UUID of the question") UUID approvalId,
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Tool that the agent wants to use") String toolName,
      @Description("What it wants to do with it") String summary,
      @Description("Time of the question") Instant requestedAt,
      @Description("When it counts as denied; null if never") Optional<Instant> expiresAt,
      @Description("pending, expired if nobody answered in time, or answered")
          ApprovalStatus status,
      @Description("What was decided; null while it waits") Optional<ApprovalDecision> decision,
      @Description("What the agent was told; null while it waits") Optional<String> reason,
      @Description("True if the answer holds for the rest of the attempt") boolean remembered) {
    static View of(Approval approval) {
      return new View(
          approval.id(),
          approval.attemptId(),
          approval.toolName(),
          approval.summary(),
          approval.requestedAt(),
          approval.expiresAt(),
          approval.status(),
          approval.decision(),
          approval.reason(),
          approval.isRemembered());
    }
  }

  private ListApprovals() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_approvals", Request.class, Response.class)
        .title("List approvals")
        .description(
            """
            Lists the questions of agents that wait for an answer, of all attempts.
            Use when: somebody wants to see at once what waits for a decision.
            Required: nothing.
            Optional: project_id, expired, remembered.
            Next: respond_approval for each; forget_approval for one that is remembered.
            Avoid: polling; get_attempt_status with wait_ms answers when an agent asks.""")
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListApprovals::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var approvals =
        orchestrator
            .approvals()
            .list(
                new ApprovalQuery(
                    request.projectId(),
                    request.expired().orElse(false),
                    request.remembered().orElse(false)))
            .stream()
            .map(View::of)
            .toList();
    return new Response(approvals, approvals.size());
  }
}
