package dev.baton.app.web.review;

import dev.baton.app.web.text.Markdown;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.comment.CommentPlace;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * A comment as a page shows it.
 *
 * @param where which lines it is about, in words
 * @param quoted the lines that it was made on, if they are not beside it
 */
record CommentView(
    UUID id,
    UUID attemptId,
    String mark,
    String where,
    boolean isOutdated,
    Optional<String> quoted,
    String text,
    String html,
    Optional<Instant> sentAt) {
  /** Where a comment is that is about no file. */
  static final String ON_A_MESSAGE = "on a message of the agent";

  /** Beside its lines. */
  static CommentView at(ReviewComment comment, CommentTarget.Lines lines, CommentPlace place) {
    return of(comment, words(lines.side(), place), place.isOutdated());
  }

  /** Away from what it is about. */
  static CommentView apart(ReviewComment comment, boolean isOutdated) {
    var where =
        switch (comment.target()) {
          case CommentTarget.Lines lines ->
              "%s %s"
                  .formatted(
                      VisibleText.of(lines.path()),
                      words(
                          lines.side(), new CommentPlace(lines.first(), lines.last(), isOutdated)));
          case CommentTarget.Entry _ -> ON_A_MESSAGE;
        };
    var view = of(comment, where, isOutdated);
    return new CommentView(
        view.id,
        view.attemptId,
        view.mark,
        where,
        isOutdated,
        Optional.of(VisibleText.of(comment.target().quoted())),
        view.text,
        view.html,
        view.sentAt);
  }

  private static CommentView of(ReviewComment comment, String where, boolean isOutdated) {
    return new CommentView(
        comment.id(),
        comment.attemptId(),
        mark(comment),
        where,
        isOutdated,
        Optional.of(VisibleText.of(comment.target().quoted())).filter(_ -> isOutdated),
        comment.text(),
        Markdown.html(comment.text()),
        comment.sentAt());
  }

  private static String words(CommentSide side, CommentPlace place) {
    return (place.first() == place.last()
            ? "line " + place.first()
            : "lines %d–%d".formatted(place.first(), place.last()))
        + (side == CommentSide.OLD ? " before" : "");
  }

  /** Another text if it was written anew, sent, or stands elsewhere. */
  static String mark(ReviewComment comment) {
    return "%s:%08x".formatted(comment.id(), Objects.hash(comment.text(), comment.isDraft()));
  }

  boolean isDraft() {
    return sentAt.isEmpty();
  }

  String address() {
    return "/attempts/%s/review/comments/%s".formatted(attemptId, id);
  }
}
