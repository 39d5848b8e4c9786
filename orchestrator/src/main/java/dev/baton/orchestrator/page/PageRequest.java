package dev.baton.orchestrator.page;

import java.util.Optional;

/**
 * The part of a list to read, newest first.
 *
 * @param cursor where the page before this one ended
 * @param list tells this list from all others, whose cursors mean nothing here
 */
public record PageRequest(PageLimit limit, Optional<String> cursor, String list) {
  /** The first page. */
  public static PageRequest first(PageLimit limit) {
    return new PageRequest(limit, Optional.empty(), "");
  }
}
