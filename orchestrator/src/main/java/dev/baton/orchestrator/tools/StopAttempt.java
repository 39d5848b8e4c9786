package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class StopAttempt {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("True kills at once; default false asks the agent to finish first")
          Optional<Boolean> force) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(FieldText.STATE) AttemptState.Name state,
      @Description("How many processes were ended") int stopped) {}

  private StopAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("stop_attempt", Request.class, Response.class)
        .title("Stop attempt")
        .description(
            """
            Ends what runs of an attempt and answers when nothing runs any more. Its work stays in
            the workspace, queued messages are held, dev servers go on.
            Use when: the user wants the agent to stop, or it went astray.
            Required: attempt_id.
            Optional: force.
            Next: follow_up to go on differently, or get_attempt_changes.
            Avoid: stopping what is only slow; tail_attempt_logs shows what it does.\
            """)
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, StopAttempt::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var stopped =
        orchestrator
            .attempts()
            .stop(request.attemptId(), request.force().orElse(false), context.owner());
    return new Response(stopped.attemptId(), stopped.state(), stopped.stopped());
  }
}
