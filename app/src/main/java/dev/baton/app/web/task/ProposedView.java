package dev.baton.app.web.task;

import dev.baton.app.web.text.PullRequestWords;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.store.review.PullRequestTable.KeptComment;
import java.util.List;
import java.util.Optional;

/**
 * A pull request as the task page shows it.
 *
 * @param name what it is called, such as PR #128
 * @param address where it is; only a page of the web
 * @param comments what reviewers say, oldest first
 */
record ProposedView(
    String name,
    String repoName,
    String standing,
    Optional<String> address,
    List<CommentLine> comments) {
  /** What a reviewer says. */
  record CommentLine(String author, String place, String body, boolean isSent) {
    static CommentLine of(KeptComment kept) {
      var comment = kept.comment();
      return new CommentLine(
          VisibleText.line(comment.author()),
          comment
              .path()
              .map(path -> comment.line().map(line -> path + ":" + line).orElse(path))
              .map(VisibleText::line)
              .orElse(""),
          VisibleText.of(comment.body()),
          kept.sentAt().isPresent());
    }
  }

  static ProposedView of(RepoPullRequest row, List<KeptComment> comments) {
    return new ProposedView(
        PullRequestWords.name(row),
        VisibleText.of(row.repoName()),
        PullRequestWords.standing(row),
        row.pullRequest()
            .map(found -> found.url().toString())
            .filter(url -> url.matches("https?://.*")),
        comments.stream()
            .filter(kept -> kept.repoId().equals(row.repoId()))
            .map(CommentLine::of)
            .toList());
  }
}
