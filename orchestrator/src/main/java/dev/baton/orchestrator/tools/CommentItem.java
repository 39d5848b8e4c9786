package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A comment, as every tool shows it. */
record CommentItem(
    @Description("The comment") UUID commentId,
    @OmitWhenEmpty @Description("File that it is about") Optional<String> path,
    @OmitWhenEmpty @Description("Content of the file that it is about") Optional<CommentSide> side,
    @OmitWhenEmpty @Description("First line") Optional<Long> firstLine,
    @OmitWhenEmpty @Description("Last line") Optional<Long> lastLine,
    @OmitWhenEmpty @Description("Entry of the conversation that it is about")
        Optional<Long> entryIndex,
    @Description("What stood there") String quoted,
    @Description("The comment's text") String text,
    @Description("When it was sent; null for a draft") Optional<Instant> sentAt) {
  static CommentItem of(ReviewComment comment) {
    var lines = comment.target().findLines();
    return new CommentItem(
        comment.id(),
        lines.map(CommentTarget.Lines::path),
        lines.map(CommentTarget.Lines::side),
        lines.map(CommentTarget.Lines::first),
        lines.map(CommentTarget.Lines::last),
        comment.target().findEntry(),
        comment.target().quoted(),
        comment.text(),
        comment.sentAt());
  }
}
