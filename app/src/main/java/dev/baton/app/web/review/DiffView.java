package dev.baton.app.web.review;

import java.util.List;
import java.util.Optional;

/**
 * The differences of one file.
 *
 * @param apart comments whose lines are not in sight
 * @param sides pictures before and now, if the file is one
 * @param more where the next lines are, and how the reader is told
 * @param words why there is nothing to see
 * @param language what its file name ends with, which says how to colour it; empty if it is too
 *     large for that
 */
record DiffView(
    ReviewPlace place,
    String path,
    String oldPath,
    String contentId,
    String contentIdBefore,
    List<DiffRow> rows,
    List<CommentView> apart,
    List<Side> sides,
    Optional<String> more,
    Optional<String> words,
    boolean isPart,
    long first,
    Optional<String> language) {
  DiffView {
    rows = List.copyOf(rows);
    apart = List.copyOf(apart);
    sides = List.copyOf(sides);
  }

  /** A picture. */
  record Side(String name, String address) {}

  String frame() {
    return first == 0 ? "diff-" + place.key(path) : "diff-%s-%d".formatted(place.key(path), first);
  }

  String classes() {
    return "rows %s%s"
        .formatted(
            place.settings().isSplit() ? "split" : "unified",
            place.settings().isWrapped() ? " wrap" : "");
  }
}
