package dev.baton.mcp.internal.call;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Things by name, in the order in which they were registered. Thread safe: readers see one state,
 * never a change half done.
 */
public final class Registry<T> {
  private final String kind;
  private final Runnable onChange;
  private volatile Map<String, T> entries = Map.of();

  public Registry(String kind, Runnable onChange) {
    this.kind = kind;
    this.onChange = onChange;
  }

  public void add(String name, T entry) {
    change(
        next -> {
          if (next.putIfAbsent(name, entry) != null) {
            throw new IllegalArgumentException(
                "There is already a %s '%s'; give this one another name".formatted(kind, name));
          }
        });
  }

  /**
   * Puts an entry in the place of the one with its name, or adds it; readers see either of them.
   */
  public void replace(String name, T entry) {
    change(next -> next.put(name, entry));
  }

  public boolean remove(String name) {
    if (!entries.containsKey(name)) {
      return false;
    }
    change(next -> next.remove(name));
    return true;
  }

  private void change(Consumer<Map<String, T>> edit) {
    synchronized (this) {
      var next = new LinkedHashMap<>(entries);
      edit.accept(next);
      entries = Collections.unmodifiableMap(next);
    }
    onChange.run();
  }

  public Optional<T> find(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  public Collection<T> all() {
    return entries.values();
  }

  public Collection<String> names() {
    return entries.keySet();
  }
}
