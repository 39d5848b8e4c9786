package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.FollowUp.FollowUpQueued;
import dev.baton.orchestrator.followup.ReviewComments.CommentMessage;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SendComments {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description(FieldText.WORDS_BEFORE) Optional<String> words,
      @Description(FieldText.VARIANT_OF_MESSAGE) Optional<String> variant,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {}

  /** What others wrote is always answered in the usual variant. */
  record ReviewersRequest(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description(FieldText.WORDS_BEFORE) Optional<String> words,
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

  private SendComments() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("send_comments", Request.class, Response.class)
        .title("Send comments")
        .description(
            """
            Sends all drafts of your comments on an attempt as one follow-up.
            Use when: a review is done.
            Required: attempt_id.
            Optional: words, variant, request_id.
            Next: get_attempt_status with wait_ms.
            Avoid: fear of a busy agent; the message waits for its turn.""")
        .annotations(Hints.RUNS_AGENT)
        .handler(
            new OperationHandler<>(
                orchestrator,
                (it, request, context) ->
                    Response.of(
                        it.comments()
                            .send(
                                new Caller(context.owner(), request.requestId()),
                                new CommentMessage(
                                    request.attemptId(),
                                    request.words().orElse(""),
                                    request.variant())))));
  }

  /** The same for what reviewers said on the forge. */
  static Tool<ReviewersRequest, Response> toolForReviewers(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("send_pull_request_comments", ReviewersRequest.class, Response.class)
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
        .handler(
            new OperationHandler<>(
                orchestrator,
                (it, request, context) ->
                    Response.of(
                        it.comments()
                            .sendReviewers(
                                new Caller(context.owner(), request.requestId()),
                                request.attemptId(),
                                request.words().orElse("")))));
  }
}
