package dev.baton.app.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What may stand in a part of the file. */
sealed interface Shape {
  /** A mapping with known keys. */
  record Section(Map<String, Shape> keys) implements Shape {
    public Section {
      keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    static Section empty() {
      return new Section(Map.of());
    }

    /** The same with one more key, after the others. */
    Section with(String key, Shape shape) {
      var more = new LinkedHashMap<>(keys);
      more.put(key, shape);
      return new Section(more);
    }

    List<String> names() {
      return List.copyOf(keys.keySet());
    }
  }

  /**
   * A mapping whose keys the user chooses.
   *
   * @param allowed what a key may be, in words
   * @param each what stands under every key
   */
  record Named(Predicate<String> isName, String allowed, Shape each) implements Shape {}

  /** A value; without a standard it is simply not there unless somebody sets it. */
  record Value(ValueKind kind, Optional<String> standard) implements Shape {}
}
