package dev.baton.app.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The name of a setting: the words on the way to it, since names of projects may have dots. */
record Key(List<String> parts) {
  static final Key ROOT = new Key(List.of());

  Key {
    parts = List.copyOf(parts);
  }

  static Key of(String... parts) {
    return new Key(List.of(parts));
  }

  Key at(String... more) {
    var all = new ArrayList<>(parts);
    all.addAll(List.of(more));
    return new Key(all);
  }

  boolean isBelow(Key other) {
    return parts.size() > other.parts().size()
        && parts.subList(0, other.parts().size()).equals(other.parts());
  }

  /** The environment variable that wins over the file. */
  String variable() {
    return "BATON_" + String.join("_", parts).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  @Override
  public String toString() {
    return String.join(".", parts);
  }
}
