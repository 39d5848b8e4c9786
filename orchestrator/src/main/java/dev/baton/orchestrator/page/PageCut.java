package dev.baton.orchestrator.page;

import dev.baton.orchestrator.page.PageView.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Cuts what was read to what a page may hold. */
public final class PageCut {
  private PageCut() {}

  /**
   * The page of a list.
   *
   * @param read items in order, at least one more than the limit if there are more
   * @param cursor of the page that follows an item
   */
  public static <T, V> Page<V> page(
      List<T> read, PageRequest page, PageView<T, V> view, Function<T, String> cursor) {
    var items = cut(read.stream().map(view::show).toList(), page.limit());
    return new Page<>(
        items.stream().map(Shown::view).toList(),
        items.size() < read.size()
            ? Optional.of(cursor.apply(items.getLast().item()))
            : Optional.empty());
  }

  /** The items from the start that fit, at least one if there is one. */
  static <T, V> List<Shown<T, V>> cut(List<Shown<T, V>> read, PageLimit limit) {
    var items = new ArrayList<Shown<T, V>>();
    long bytes = 0;
    for (var item : read) {
      bytes += item.bytes();
      boolean isFull = items.size() == limit.items() || bytes > limit.bytes();
      if (isFull && !items.isEmpty()) {
        break;
      }
      items.add(item);
    }
    return items;
  }
}
