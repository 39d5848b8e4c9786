package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.tools.AttemptStatusView.WaitingView;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class MoveAttempt {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Node, from list_nodes; default the emptiest other one that can")
          Optional<String> to) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Where it was, or null") Optional<String> from,
      @Description("Where it goes on") String to,
      @Description(FieldText.STATE) AttemptState.Name state,
      @OmitWhenEmpty @Description("Place in line, if it waits") Optional<WaitingView> waiting) {}

  private MoveAttempt() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("move_attempt", Request.class, Response.class)
        .title("Move attempt")
        .description(
            """
            Goes on with an attempt on another node, from the last work that was brought home, in a
            new conversation with a summary of the old one.
            Use when: its node is gone, or shall be freed.
            Required: attempt_id.
            Optional: to.
            Next: get_attempt_status with wait_ms.
            Avoid: moving what runs; stop_attempt first. A node that is only away for a while.\
            """)
        .annotations(Hints.RUNS_AGENT)
        .handler(new OperationHandler<>(orchestrator, MoveAttempt::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var moved = orchestrator.nodes().move(request.attemptId(), request.to().orElse(""));
    return new Response(
        moved.attemptId(),
        moved.from(),
        moved.to(),
        moved.state(),
        moved.waiting().map(WaitingView::of));
  }
}
