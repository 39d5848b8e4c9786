package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class DeleteAttempt {
  record Request(@Description(FieldText.ATTEMPT_ID) UUID attemptId) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Always true") boolean deleted,
      @Description(FieldText.KEPT_REFS) List<String> keptRefs) {}

  private DeleteAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("delete_attempt", Request.class, Response.class)
        .title("Delete attempt")
        .description(
            """
            Deletes an attempt with its worktrees, branch and logs. Unmerged work stays in git,
            under the refs that kept_refs names.
            Use when: an attempt is of no use any more and its task stays.
            Required: attempt_id.
            Optional: nothing.
            Next: start_task_attempt for another try.
            Avoid: deleting a running attempt (attempt_busy); stop_attempt first.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, DeleteAttempt::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var deletion = orchestrator.deletions().deleteAttempt(request.attemptId());
    return new Response(request.attemptId(), true, deletion.keptRefs());
  }
}
