package dev.baton.orchestrator.page;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list.
 *
 * @param nextCursor where to go on; empty if nothing is left
 */
public record Page<T>(List<T> items, Optional<String> nextCursor) {
  public Page {
    items = List.copyOf(items);
  }
}
