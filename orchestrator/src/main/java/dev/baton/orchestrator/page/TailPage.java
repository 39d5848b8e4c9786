package dev.baton.orchestrator.page;

import java.util.List;
import java.util.Optional;

/**
 * A part of a rising sequence, oldest first.
 *
 * @param latestIndex the index of the newest item there is, wherever this page stands
 * @param nextCursor the cursor for the page before this one; empty if nothing older is left, and
 *     always when newer items were asked for
 * @param hasMore true if there is more in the direction that was asked for
 */
public record TailPage<T>(
    List<T> items, Optional<Long> latestIndex, Optional<Long> nextCursor, boolean hasMore) {
  public TailPage {
    items = List.copyOf(items);
  }

  /** The page of a sequence that has nothing in it. */
  public static <T> TailPage<T> empty() {
    return new TailPage<>(List.of(), Optional.empty(), Optional.empty(), false);
  }
}
