package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Caller;
import dev.baton.orchestrator.Orchestrator;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SendComments {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Words before the comments") Optional<String> words,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {}

  record Response(
      @Description("The session that gets them") UUID sessionId,
      @OmitWhenEmpty @Description("Process that was started, if nothing ran")
          Optional<UUID> executionProcessId,
      @Description("Number of messages that wait") int queueLength) {}

  private SendComments() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("send_comments", Request.class, Response.class)
        .title("Send comments")
        .description(
            """
            Sends all drafts of your comments on an attempt as one follow-up.
            Use when: a review is done.
            Required: attempt_id.
            Optional: words, request_id.
            Next: get_attempt_status with wait_ms.
            Avoid: fear of a busy agent; the message waits for its turn.""")
        .annotations(Hints.RUNS_AGENT)
        .handler(new LateHandler<>(orchestrator, SendComments::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var sent =
        orchestrator
            .comments()
            .send(
                new Caller(context.owner(), request.requestId()),
                request.attemptId(),
                request.words().orElse(""));
    return new Response(sent.sessionId(), sent.executionProcessId(), sent.queue().size());
  }
}
