package dev.baton.app.web.task;

import dev.baton.app.web.text.PullRequestWords;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.merge.MergePreview;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.PullRequestWatch.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a merge will do, before somebody does it. */
final class MergeFacts {
  /**
   * A line of what will happen.
   *
   * @param strategy the only way of merging for which it is true; empty if it always is
   */
  record Fact(String symbol, String words, Optional<MergeStrategy> strategy) {
    Fact(String symbol, String words) {
      this(symbol, words, Optional.empty());
    }
  }

  private MergeFacts() {}

  static List<Fact> of(
      List<MergePreview> previews, Standing standing, long drafts, boolean isDone) {
    var facts = new ArrayList<Fact>();
    for (var preview : previews) {
      var where = previews.size() == 1 ? "" : VisibleText.of(preview.repoName()) + ": ";
      var target = VisibleText.of(preview.targetBranch());
      if (preview.uncommitted() > 0) {
        facts.add(
            new Fact(
                "check",
                "%s%s not committed; that is done first"
                    .formatted(
                        where, MergePage.counted(preview.uncommitted(), "file is", "files are"))));
      }
      if (preview.hasWork()) {
        for (var strategy : MergeStrategy.values()) {
          var isRefused = strategy == MergeStrategy.REBASE && !preview.unfit().isEmpty();
          facts.add(
              new Fact(
                  isRefused ? "failed" : "check",
                  where
                      + (isRefused
                          ? unfit(preview.unfit())
                          : commits(strategy, preview.ahead(), target)),
                  Optional.of(strategy)));
        }
      } else {
        facts.add(new Fact("behind", where + "There is nothing that %s has not".formatted(target)));
      }
      for (var nested : preview.nested()) {
        facts.add(
            new Fact(
                "behind",
                "%s is a git repository of its own, and is not merged; delete the .git in it to merge its files"
                    .formatted(VisibleText.of(nested))));
      }
      for (var hidden : preview.hidden()) {
        facts.add(
            new Fact(
                "behind",
                "%s is changed, and is not merged: git was told not to look at it"
                    .formatted(VisibleText.of(hidden))));
      }
      if (preview.hasWork()) {
        facts.add(
            new Fact(
                "check",
                where
                    + (preview.behind() == 0
                        ? "No conflicts, up to date with " + target
                        : "No conflicts, %s behind %s"
                            .formatted(
                                MergePage.counted(preview.behind(), "commit", "commits"),
                                target))));
      }
    }
    standing.pullRequests().stream()
        .filter(row -> row.state().isOpen())
        .forEach(
            row ->
                facts.add(
                    new Fact(
                        "behind",
                        "%s stays open at %s"
                            .formatted(PullRequestWords.name(row), VisibleText.line(row.host())))));
    if (drafts > 0) {
      facts.add(
          new Fact(
              "behind",
              MergePage.counted(
                  drafts,
                  "comment is not sent; it stays as a draft",
                  "comments are not sent; they stay as drafts")));
    }
    if (!isDone) {
      facts.add(new Fact("check", "The task is done afterwards"));
    }
    return facts;
  }

  /** What becomes of the commits of the work. */
  private static String commits(MergeStrategy strategy, long ahead, String target) {
    var counted = MergePage.counted(ahead, "commit", "commits");
    return switch (strategy) {
      case SQUASH ->
          ahead == 1
              ? "1 commit into %s".formatted(target)
              : "%s become one on %s".formatted(counted, target);
      case MERGE -> "%s into %s, and a merge commit".formatted(counted, target);
      case REBASE ->
          ahead == 1
              ? "1 commit into %s, with its own message".formatted(target)
              : "%s into %s, one by one, each with its own message".formatted(counted, target);
    };
  }

  /** Why a rebase is refused, and what is not. */
  private static String unfit(List<String> files) {
    return "What was resolved in %s would be lost commit by commit: choose Squash or Merge commit"
        .formatted(
            files.size() == 1
                ? VisibleText.of(files.getFirst())
                : MergePage.counted(files.size(), "file", "files"));
  }
}
