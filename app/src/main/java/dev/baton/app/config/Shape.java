package dev.baton.app.config;

import dev.baton.mcp.internal.text.NearestWord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** What a part of the file may contain. */
sealed interface Shape {
  /** A mapping. */
  sealed interface Keyed extends Shape {
    /** What to tell people who wrote something else. */
    String mapping();

    /** What may stand under a name; empty if the name is not allowed. */
    Optional<Shape> find(String name);

    ConfigProblem unknown(Key section, String name, Origin line);
  }

  /** A mapping with known keys. */
  record Section(Map<String, Shape> keys) implements Keyed {
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

    @Override
    public String mapping() {
      return "a mapping with the keys " + String.join(", ", keys.keySet());
    }

    @Override
    public Optional<Shape> find(String name) {
      return Optional.ofNullable(keys.get(name));
    }

    @Override
    public ConfigProblem unknown(Key section, String name, Origin line) {
      var known = List.copyOf(keys.keySet());
      return new ConfigProblem(
          line,
          "unknown key '%s'%s".formatted(section.at(name), NearestWord.asked(name, known)),
          String.join(", ", known));
    }
  }

  /**
   * A mapping whose keys the user chooses.
   *
   * @param allowed what a key may be, in words
   * @param each what stands under every key
   */
  record Named(Predicate<String> isName, String allowed, Shape each) implements Keyed {
    @Override
    public String mapping() {
      return "a mapping of " + allowed;
    }

    @Override
    public Optional<Shape> find(String name) {
      return isName.test(name) ? Optional.of(each) : Optional.empty();
    }

    @Override
    public ConfigProblem unknown(Key section, String name, Origin line) {
      return new ConfigProblem(line, "'%s' is no name in %s".formatted(name, section), allowed);
    }
  }

  /** A value; without a standard it is simply not there unless somebody sets it. */
  record Value(ValueKind kind, Optional<String> standard) implements Shape {}
}
