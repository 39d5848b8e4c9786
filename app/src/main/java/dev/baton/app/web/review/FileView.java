package dev.baton.app.web.review;

import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.changes.ChangeStatus;
import dev.baton.orchestrator.changes.Changes.ModeChange;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile.Mark;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A changed file in the list and above its differences.
 *
 * @param path as the server knows it
 * @param directory with the slash behind it, as it is shown
 * @param closed why its differences are not shown at once
 * @param comments how many of one's own drafts it has
 * @param notes another text if one's own comments on it are others
 * @param source where its differences come from
 */
record FileView(
    String path,
    String directory,
    String name,
    String note,
    long added,
    long deleted,
    Mark mark,
    String print,
    Optional<String> closed,
    long comments,
    String notes,
    String key,
    String anchor,
    String source) {
  /** More lines are shown when somebody asks. */
  static final int LARGE = 1_000;

  static FileView of(ReviewPlace place, ReviewedFile file, List<ReviewComment> comments) {
    var change = file.change();
    var shown = VisibleText.of(change.path()).replace("\n", "␊").replace("\t", "␉");
    var cut = shown.lastIndexOf('/') + 1;
    var lines = change.added() + change.deleted();
    return new FileView(
        change.path(),
        shown.substring(0, cut),
        shown.substring(cut),
        Stream.of(
                note(change.status(), change.oldPath().map(VisibleText::of).orElse("")),
                note(change.mode()))
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(", ")),
        change.added(),
        change.deleted(),
        file.mark(),
        file.print(),
        FileKinds.find(change.path())
            .or(() -> Optional.of("Large change").filter(_ -> lines > LARGE))
            .map(kind -> "%s, %s".formatted(kind, Plurals.of(lines, "line"))),
        comments.stream().filter(ReviewComment::isDraft).count(),
        comments.stream().map(CommentView::mark).sorted().collect(Collectors.joining(" ")),
        place.key(change.path()),
        place.anchor(change.path()),
        place.file("/file", change.path(), change.oldPath().orElse(change.path())));
  }

  private static String note(ChangeStatus status, String oldPath) {
    return switch (status) {
      case ADDED -> "new";
      case DELETED -> "deleted";
      case RENAMED -> "was " + oldPath;
      case COPIED -> "copy of " + oldPath;
      case TYPE_CHANGED -> "another kind of file";
      case MODIFIED -> "";
    };
  }

  private static String note(ModeChange mode) {
    return switch (mode) {
      case NONE -> "";
      case EXECUTABLE -> "can be executed now";
      case NOT_EXECUTABLE -> "cannot be executed any more";
    };
  }

  boolean isViewed() {
    return mark == Mark.VIEWED;
  }

  boolean isOpen() {
    return closed.isEmpty() && !isViewed();
  }

  /** About how high the differences will be, so that the page does not jump. */
  String size() {
    var lines = added + deleted;
    return lines < 10 ? "short" : lines < 60 ? "middle" : "long";
  }

  /** Files that nobody writes by hand, told by their names. */
  private static final class FileKinds {
    private static final Set<String> LOCKS =
        Set.of(
            "package-lock.json",
            "npm-shrinkwrap.json",
            "yarn.lock",
            "pnpm-lock.yaml",
            "bun.lock",
            "cargo.lock",
            "gemfile.lock",
            "poetry.lock",
            "uv.lock",
            "pdm.lock",
            "pipfile.lock",
            "composer.lock",
            "go.sum",
            "flake.lock",
            "mix.lock",
            "pubspec.lock",
            "podfile.lock",
            "packages.lock.json",
            "gradle.lockfile");

    private FileKinds() {}

    /** What such a file is; empty for others. */
    static Optional<String> find(String path) {
      var lower = path.toLowerCase(Locale.ROOT);
      var name = lower.substring(lower.lastIndexOf('/') + 1);
      if (LOCKS.contains(name)) {
        return Optional.of("Lock file");
      }
      if (name.matches(".*\\.(min\\.[cm]?js|min\\.css|map)")) {
        return Optional.of("Minified file");
      }
      var isGenerated =
          ("/" + lower).matches(".*/(node_modules|dist|generated|__generated__|vendor)/.*")
              || name.matches(".*(\\.pb\\.go|_pb2\\.py|\\.g\\.dart|\\.snap|\\.generated\\.\\w+)");
      return isGenerated ? Optional.of("Generated file") : Optional.empty();
    }
  }
}
