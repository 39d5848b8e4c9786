package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class ListComments {
  record Request(@Description(FieldText.ATTEMPT_ID) UUID attemptId) {}

  record Response(
      @Description("Own comments, oldest first") List<CommentItem> comments,
      @Description(FieldText.COUNT) int count) {}

  private ListComments() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_comments", Request.class, Response.class)
        .title("List comments")
        .description(
            """
            Lists your comments on an attempt, drafts and sent ones.
            Use when: a review is to go on, or be sent.
            Required: attempt_id.
            Optional: nothing.
            Next: send_comments.
            Avoid: looking for comments of others; each sees their own.""")
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListComments::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var comments =
        orchestrator.comments().list(context.owner(), request.attemptId()).stream()
            .map(CommentItem::of)
            .toList();
    return new Response(comments, comments.size());
  }
}
