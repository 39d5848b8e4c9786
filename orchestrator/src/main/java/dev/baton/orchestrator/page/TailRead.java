package dev.baton.orchestrator.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Reads a part of a rising sequence in small steps, so that a page of long items costs little. */
public final class TailRead<T> {
  private static final int STEP = 50;

  private final BiFunction<Tail, Integer, List<T>> reader;
  private final ToLongFunction<T> index;
  private final ToIntFunction<T> size;

  /**
   * A way to read.
   *
   * @param reader at most so many items: oldest first above an index, else newest first
   * @param size about how many bytes of JSON an item becomes
   */
  public TailRead(
      BiFunction<Tail, Integer, List<T>> reader, ToLongFunction<T> index, ToIntFunction<T> size) {
    this.reader = reader;
    this.index = index;
    this.size = size;
  }

  /**
   * Reads a page.
   *
   * @param next one more than the newest index there is
   */
  public TailPage<T> page(Tail tail, long next) {
    var read = new ArrayList<T>();
    var from = tail;
    var isComplete = false;
    while (!isComplete && !isFull(read, tail.limit())) {
      var step = reader.apply(from, STEP);
      read.addAll(step);
      isComplete = step.size() < STEP;
      if (!step.isEmpty()) {
        from = from.from(index.applyAsLong(step.getLast()));
      }
    }
    var items = PageCut.cut(read, tail.limit(), size);
    var hasMore = items.size() < read.size() || !isComplete;
    var latest = next == 0 ? Optional.<Long>empty() : Optional.of(next - 1);
    if (tail.after().isPresent()) {
      return new TailPage<>(items, latest, Optional.empty(), hasMore);
    }
    var cursor = hasMore ? Optional.of(index.applyAsLong(items.getLast())) : Optional.<Long>empty();
    return new TailPage<>(items.reversed(), latest, cursor, hasMore);
  }

  private boolean isFull(List<T> read, PageLimit limit) {
    return read.size() > limit.items()
        || read.stream().mapToLong(size::applyAsInt).sum() > limit.bytes();
  }
}
