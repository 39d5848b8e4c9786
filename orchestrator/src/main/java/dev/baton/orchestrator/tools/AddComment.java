package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.ChangeScope;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class AddComment {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Path from get_attempt_changes") String path,
      @Description("First line, counted from 1") int firstLine,
      @Description("The comment") String text,
      @Description("Last line; default first_line") Optional<Integer> lastLine,
      @Description("Content of the file: new (default), or old as it was before")
          Optional<CommentSide> side) {}

  private AddComment() {}

  static Tool<Request, CommentItem> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("add_comment", Request.class, CommentItem.class)
        .title("Add comment")
        .description(
            """
            Keeps a draft of a comment on lines of a changed file.
            Use when: the work of an attempt is reviewed.
            Required: attempt_id, path, first_line, text.
            Optional: last_line, side.
            Next: send_comments when the review is done.
            Avoid: for a single remark on the whole; follow_up says it at once.""")
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, AddComment::handle));
  }

  static CommentItem handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return CommentItem.of(
        orchestrator
            .comments()
            .add(
                new LinesToComment(
                    new ReviewQuery(context.owner(), request.attemptId(), ChangeScope.EVERYTHING),
                    request.path(),
                    request.path(),
                    request.side().orElse(CommentSide.NEW),
                    request.firstLine(),
                    request.lastLine().orElse(request.firstLine())),
                request.text()));
  }
}
