package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.ReviewComments;
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
      @Description("Number of messages that wait") int queueLength) {
    static Response of(FollowUpQueued sent) {
      return new Response(sent.sessionId(), sent.executionProcessId(), sent.queue().size());
    }
  }

  /** Sends the comments that a request means. */
  private interface Sender {
    FollowUpQueued send(ReviewComments comments, Caller caller, UUID attemptId, String words);
  }

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
        .handler(handler(orchestrator, ReviewComments::send));
  }

  /** The same for what reviewers said on the forge. */
  static Tool<Request, Response> toolForReviewers(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("send_pull_request_comments", Request.class, Response.class)
        .title("Send pull request comments")
        .description(
            """
            Sends what reviewers said on pull requests of an attempt, and the agent has not, as one
            follow-up.
            Use when: the agent shall deal with it.
            Required: attempt_id.
            Optional: words, request_id.
            Next: push_attempt when the agent is done.
            Avoid: sending what you have not read; others wrote it.\
            """)
        .annotations(Hints.RUNS_AGENT)
        .handler(handler(orchestrator, ReviewComments::sendReviewers));
  }

  private static OperationHandler<Request, Response> handler(
      Supplier<Orchestrator> orchestrator, Sender sender) {
    return new OperationHandler<>(
        orchestrator,
        (it, request, context) ->
            Response.of(
                sender.send(
                    it.comments(),
                    new Caller(context.owner(), request.requestId()),
                    request.attemptId(),
                    request.words().orElse(""))));
  }
}
