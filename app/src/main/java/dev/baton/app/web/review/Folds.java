package dev.baton.app.web.review;

import dev.baton.app.web.review.DiffRow.Fold;
import java.util.Optional;

/** Makes folds for lines that are the same and out of sight. */
record Folds(ReviewPlace place, String path, String oldPath, String contentId) {
  /**
   * Before a hunk.
   *
   * @param shift what the number before is more than the number now
   */
  Optional<Fold> between(long first, long last, long shift, String heading) {
    return fold(first, last, shift, heading, "");
  }

  /** After the last hunk, if it is known how far the file goes. */
  Optional<Fold> after(long first, long last, long shift) {
    return fold(first, last, shift, "", "&end=1");
  }

  private Optional<Fold> fold(long first, long last, long shift, String heading, String more) {
    if (first < 1 || last < first) {
      return Optional.empty();
    }
    return Optional.of(
        new Fold(
            "fold-%s-%d".formatted(place.key(path), first),
            last - first + 1,
            heading,
            "%s&first=%d&last=%d&shift=%d&content=%s%s%s"
                .formatted(
                    place.file("/lines", path, oldPath),
                    first,
                    last,
                    shift,
                    contentId,
                    heading.isEmpty() ? "" : "&heading=" + ReviewPlace.encoded(heading),
                    more)));
  }
}
