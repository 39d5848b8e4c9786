package dev.baton.orchestrator.page;

import dev.baton.orchestrator.page.PageView.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/** Reads a part of a rising sequence in small steps, so that a page of long items costs little. */
public final class TailRead<T, V> {
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
  }

  private static final int STEP = 50;
  private final BiFunction<Tail, Integer, List<T>> reader;
  private final ToLongFunction<T> index;
  private final PageView<T, V> view;

  /**
   * A way to read.
   *
   * @param reader at most so many items: oldest first above an index, else newest first
   */
  public TailRead(
      BiFunction<Tail, Integer, List<T>> reader, ToLongFunction<T> index, PageView<T, V> view) {
    this.reader = reader;
    this.index = index;
    this.view = view;
  }

  /**
   * Reads a page.
   *
   * @param next one more than the newest index there is
   */
  public TailPage<V> page(Tail tail, long next) {
    var read = new ArrayList<Shown<T, V>>();
    var from = tail;
    var isComplete = false;
    while (!isComplete && !isFull(read, tail.limit())) {
      var step = reader.apply(from, STEP);
      step.forEach(item -> read.add(view.show(item)));
      isComplete = step.size() < STEP;
      if (!step.isEmpty()) {
        from = from.from(index.applyAsLong(step.getLast()));
      }
    }
    var items = PageCut.cut(read, tail.limit());
    var views = items.stream().map(Shown::view).toList();
    var hasMore = items.size() < read.size() || !isComplete;
    var latest = next == 0 ? Optional.<Long>empty() : Optional.of(next - 1);
    if (tail.after().isPresent()) {
      return new TailPage<>(views, latest, Optional.empty(), hasMore);
    }
    var cursor =
        hasMore ? Optional.of(index.applyAsLong(items.getLast().item())) : Optional.<Long>empty();
    return new TailPage<>(views.reversed(), latest, cursor, hasMore);
  }

  private static boolean isFull(List<? extends Shown<?, ?>> read, PageLimit limit) {
    return read.size() > limit.items()
        || read.stream().mapToLong(Shown::bytes).sum() > limit.bytes();
  }
}
