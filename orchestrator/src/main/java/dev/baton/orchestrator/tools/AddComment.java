package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.followup.ReviewComments.EntryToComment;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.review.AttemptReviews.LineRange;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.ChangeScope;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class AddComment {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Path from get_attempt_changes") Optional<String> path,
      @Description("First line of path, counted from 1") Optional<Integer> firstLine,
      @Description("The comment") String text,
      @Description("Last line; default first_line") Optional<Integer> lastLine,
      @Description("Content of the file: new (default), or old as it was before")
          Optional<CommentSide> side,
      @Description("Instead of path: a message or plan of the agent, from tail_attempt_logs")
          Optional<Long> entryIndex) {}

  private AddComment() {}

  static Tool<Request, CommentItem> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("add_comment", Request.class, CommentItem.class)
        .title("Add comment")
        .description(
            """
            Keeps a draft of a comment on lines of a changed file, or on a message of the agent.
            Use when: the work of an attempt is reviewed.
            Required: attempt_id, text, and either path with first_line or entry_index.
            Optional: last_line, side.
            Next: send_comments when the review is done.
            Avoid: for a single remark on the whole; follow_up says it at once.""")
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, AddComment::handle));
  }

  static CommentItem handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var comments = orchestrator.comments();
    if (request.entryIndex().isPresent() && !isAboutLines(request)) {
      return CommentItem.of(
          comments.add(
              new EntryToComment(context.owner(), request.attemptId(), request.entryIndex().get()),
              request.text()));
    }
    if (request.entryIndex().isPresent()
        || request.path().isEmpty()
        || request.firstLine().isEmpty()) {
      throw ToolFailure.invalid(
          "A comment is about lines of a file or about a message of the agent",
          "Say path and first_line, or entry_index alone");
    }
    var path = request.path().get();
    var first = request.firstLine().get();
    return CommentItem.of(
        comments.add(
            new LinesToComment(
                new ReviewQuery(context.owner(), request.attemptId(), ChangeScope.EVERYTHING),
                LineRange.of(
                    path,
                    path,
                    request.side().orElse(CommentSide.NEW),
                    first,
                    request.lastLine().orElse(first))),
            request.text()));
  }

  private static boolean isAboutLines(Request request) {
    return request.path().isPresent()
        || request.firstLine().isPresent()
        || request.lastLine().isPresent()
        || request.side().isPresent();
  }
}
