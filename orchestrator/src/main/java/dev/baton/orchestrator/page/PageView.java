package dev.baton.orchestrator.page;

import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * How an item is shown, and how much of a page that takes.
 *
 * @param size how many bytes of JSON the view becomes
 */
public record PageView<T, V>(Function<T, V> view, ToIntFunction<V> size) {
  /** Items as they are, whatever their size: for readers that are no models. */
  public static <T> PageView<T, T> plain() {
    return new PageView<>(item -> item, _ -> 0);
  }

  Shown<T, V> show(T item) {
    var shown = view.apply(item);
    return new Shown<>(item, shown, size.applyAsInt(shown));
  }

  /** An item, its view and the bytes of that. */
  record Shown<T, V>(T item, V view, int bytes) {}
}
