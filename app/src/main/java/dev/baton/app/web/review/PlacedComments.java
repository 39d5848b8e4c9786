package dev.baton.app.web.review;

import dev.baton.orchestrator.comment.CommentPlace;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.review.FileDiff;
import dev.baton.orchestrator.review.FileDiff.Blob;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The comments on one file, and which lines they stand at now. Not thread safe. */
final class PlacedComments {
  private record Placed(ReviewComment comment, CommentTarget.Lines lines, CommentPlace place) {}

  private final List<Placed> placed = new ArrayList<>();
  private final Set<ReviewComment> shown = new LinkedHashSet<>();

  PlacedComments(List<ReviewComment> comments, FileDiff diff) {
    for (var comment : comments) {
      if (comment.target() instanceof CommentTarget.Lines lines
          && lines.path().equals(diff.path())) {
        var place =
            lines.side() == CommentSide.OLD
                ? CommentPlace.of(
                    lines, diff.before().map(Blob::id).orElse(FileDiff.GONE), diff.oldLines())
                : CommentPlace.of(lines, diff.contentId(), diff.newLines());
        placed.add(new Placed(comment, lines, place));
      }
    }
  }

  /** Those that end at a line; they count as shown. */
  List<CommentView> take(CommentSide side, long line) {
    var found = new ArrayList<CommentView>();
    for (var one : placed) {
      if (line > 0
          && one.lines.side() == side
          && !one.place.isOutdated()
          && one.place.last() == line
          && shown.add(one.comment)) {
        found.add(CommentView.at(one.comment, one.lines, one.place));
      }
    }
    return found;
  }

  boolean covers(CommentSide side, long line) {
    return placed.stream()
        .anyMatch(
            one ->
                one.lines.side() == side
                    && !one.place.isOutdated()
                    && one.place.first() <= line
                    && line <= one.place.last());
  }

  /** Those whose lines are not there any more, or not in sight. */
  List<CommentView> rest() {
    return placed.stream()
        .filter(one -> !shown.contains(one.comment))
        .map(one -> CommentView.apart(one.comment, one.place.isOutdated()))
        .toList();
  }
}
