package dev.baton.orchestrator.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Cuts what was read to what a page may hold. */
public final class PageCut {
  private PageCut() {}

  /**
   * The page of a list.
   *
   * @param read items in order, one more than the limit if there are more
   * @param size about how many bytes of JSON an item becomes
   */
  public static <T> Page<T> page(
      List<T> read, PageRequest page, ToIntFunction<T> size, Function<T, Position> position) {
    var items = cut(read, page.limit(), size);
    return new Page<>(
        items,
        items.size() < read.size()
            ? Optional.of(position.apply(items.getLast()).cursor(page.list()))
            : Optional.empty());
  }

  /** As many items from the start as fit, at least one if there is one. */
  public static <T> List<T> cut(List<T> read, PageLimit limit, ToIntFunction<T> size) {
    var items = new ArrayList<T>();
    long bytes = 0;
    for (var item : read) {
      bytes += size.applyAsInt(item);
      boolean isFull = items.size() == limit.items() || bytes > limit.bytes();
      if (isFull && !items.isEmpty()) {
        break;
      }
      items.add(item);
    }
    return items;
  }
}
