package dev.baton.orchestrator.comment;

import java.util.List;

/**
 * Where a comment stands in a file as it is now.
 *
 * @param isOutdated true if what it speaks of is not there any more
 */
public record CommentPlace(long first, long last, boolean isOutdated) {
  /** Finds the lines again: where they were, or where they went if there is only one such place. */
  public static CommentPlace of(CommentTarget.Lines target, String contentId, List<String> lines) {
    if (target.contentId().equals(contentId)) {
      return new CommentPlace(target.first(), target.last(), false);
    }
    var quoted = List.of(target.quoted().split("\n", -1));
    if (fits(lines, quoted, target.first() - 1)) {
      return new CommentPlace(target.first(), target.first() + quoted.size() - 1, false);
    }
    var found = -1L;
    for (var start = 0; start + quoted.size() <= lines.size(); start++) {
      if (fits(lines, quoted, start)) {
        if (found >= 0) {
          return new CommentPlace(target.first(), target.last(), true);
        }
        found = start;
      }
    }
    return found < 0
        ? new CommentPlace(target.first(), target.last(), true)
        : new CommentPlace(found + 1, found + quoted.size(), false);
  }

  private static boolean fits(List<String> lines, List<String> quoted, long start) {
    return start >= 0
        && start + quoted.size() <= lines.size()
        && lines.subList((int) start, (int) start + quoted.size()).equals(quoted);
  }
}
