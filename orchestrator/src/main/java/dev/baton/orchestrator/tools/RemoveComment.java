package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class RemoveComment {
  record Request(@Description("Comment, UUID from list_comments") UUID commentId) {}

  private RemoveComment() {}

  static Tool<Request, CommentItem> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("remove_comment", Request.class, CommentItem.class)
        .title("Remove comment")
        .description(
            """
            Removes one of your comments; answers with what it was.
            Use when: a draft is not to be sent.
            Required: comment_id.
            Optional: nothing.
            Next: list_comments.
            Avoid: taking back what was sent; the agent has it already.""")
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, RemoveComment::handle));
  }

  static CommentItem handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return CommentItem.of(orchestrator.comments().remove(context.owner(), request.commentId()));
  }
}
