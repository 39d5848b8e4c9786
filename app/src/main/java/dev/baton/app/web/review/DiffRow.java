package dev.baton.app.web.review;

import java.util.List;
import java.util.Optional;

/** One row of a difference on the page. */
sealed interface DiffRow {
  /**
   * A line on one side, or on both in one column.
   *
   * @param style a for added, d for deleted, empty for a line that is the same
   * @param oldNumber empty text if it has none
   * @param isCommented true if somebody's comment is about it
   * @param isFirst true for the first line of a change
   * @param isEnded false for a last line that no line feed ends
   */
  record Cell(
      String style,
      String sign,
      String oldNumber,
      String newNumber,
      String html,
      boolean isCommented,
      boolean isFirst,
      boolean isEnded) {
    String classes() {
      return "l %s%s%s%s"
          .formatted(
              style,
              isCommented ? " noted" : "",
              isFirst ? " first" : "",
              isEnded ? "" : " unended")
          .strip();
    }
  }

  /** A line in one column. */
  record Line(Cell cell) implements DiffRow {}

  /** A line before and now. */
  record Pair(Optional<Cell> before, Optional<Cell> now) implements DiffRow {}

  /** Comments on what is above. */
  record Notes(List<CommentView> before, List<CommentView> now) implements DiffRow {
    public Notes {
      before = List.copyOf(before);
      now = List.copyOf(now);
    }
  }

  /**
   * Lines that are the same and not shown.
   *
   * @param heading what comes after them is inside of
   * @param address where they are
   */
  record Fold(String id, long count, String heading, String address) implements DiffRow {}
}
