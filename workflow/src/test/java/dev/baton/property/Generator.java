package dev.baton.property;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Makes values of choices, so that each can be made again, and made smaller. */
@FunctionalInterface
public interface Generator<T> {
  T make(Given given);

  /** No value passed a filter. */
  final class NoValueException extends RuntimeException {}

  /** One of these values, of which the first is the simplest. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> Generator<T> of(T... values) {
    return of(List.of(values));
  }

  /** One of these values, of which the first is the simplest. */
  static <T> Generator<T> of(List<? extends T> values) {
    return given -> values.get(given.chooseIndex(values.size()));
  }

  /** A value of one of these; a generator that is named twice is taken twice as often. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> Generator<T> oneOf(Generator<? extends T>... generators) {
    Generator<Generator<? extends T>> which = of(generators);
    return given -> which.make(given).make(given);
  }

  /** Maps of at most this many entries. */
  static <K, V> Generator<Map<K, V>> maps(Generator<K> keys, Generator<V> values, int most) {
    Generator<Map.Entry<K, V>> entries = given -> Map.entry(keys.make(given), values.make(given));
    return entries
        .list(0, most)
        .map(
            list -> {
              var map = new LinkedHashMap<K, V>();
              list.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
              return map;
            });
  }

  default <R> Generator<R> map(Function<? super T, ? extends R> change) {
    return given -> change.apply(make(given));
  }

  default Generator<T> filter(Predicate<? super T> isWanted) {
    return given -> {
      for (var i = 0; i < 1_000; i++) {
        var value = make(given);
        if (isWanted.test(value)) {
          return value;
        }
      }
      throw new NoValueException();
    };
  }

  default Generator<List<T>> list(int fewest, int most) {
    return given -> elements(given, fewest, given.propose(fewest, fewest, most), most);
  }

  /** Lists of commands: not too short when made at random, but shrunk to the few that matter. */
  default Generator<List<T>> commands(int fewest, int most) {
    return given -> elements(given, 0, given.propose(fewest, fewest, most), most);
  }

  private List<T> elements(Given given, int fewest, long proposedSize, int most) {
    var elements = new ArrayList<T>();
    while (true) {
      var start = given.choices.size();
      var size = elements.size();
      // why: each element has a choice to have it, so that it can be left out without the others
      var isMore = given.choose(1, () -> size < proposedSize ? 1 : 0) == 1;
      if (size == most || (size >= fewest && !isMore)) {
        return Collections.unmodifiableList(elements);
      }
      elements.add(make(given));
      given.spans.add(new Given.Span(start, given.choices.size()));
    }
  }
}
