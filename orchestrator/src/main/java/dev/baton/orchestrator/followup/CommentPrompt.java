package dev.baton.orchestrator.followup;

import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import java.util.List;
import java.util.stream.Collectors;

/** Makes one message to an agent of several comments. */
final class CommentPrompt {
  private CommentPrompt() {}

  /**
   * The message.
   *
   * @param words what the reviewer says first; may be empty
   */
  public static String of(String words, List<ReviewComment> comments) {
    var parts =
        comments.stream().map(CommentPrompt::part).collect(Collectors.joining("\n\n", "", "\n"));
    return words.isBlank() ? parts : words.strip() + "\n\n" + parts;
  }

  private static String part(ReviewComment comment) {
    return "%s\n%s\n%s"
        .formatted(
            heading(comment.target()),
            code(comment.target().quoted()),
            comment.text().strip().lines().map("> "::concat).collect(Collectors.joining("\n")));
  }

  private static String heading(CommentTarget target) {
    return switch (target) {
      case CommentTarget.Entry _ -> "**Your message**";
      case CommentTarget.Lines lines ->
          "**%s** (%s%s, commit %s)"
              .formatted(
                  lines.path().replace("\n", "␊"),
                  lines.first() == lines.last()
                      ? "line " + lines.first()
                      : "lines %d-%d".formatted(lines.first(), lines.last()),
                  lines.side() == CommentSide.OLD ? " before the change" : "",
                  lines.commit().substring(0, Math.min(12, lines.commit().length())));
    };
  }

  /** The quoted text between marks that it does not have itself. */
  private static String code(String quoted) {
    var marks = "```";
    while (quoted.contains(marks)) {
      marks += "`";
    }
    return "%s\n%s\n%s".formatted(marks, quoted, marks);
  }
}
