package dev.baton.orchestrator.page;

import java.time.Instant;
import java.util.UUID;

/**
 * An item's place in a list that is ordered by time, newest first, then by id.
 *
 * @param id the id as text; the empty text stands before all ids
 */
public record Position(Instant time, String id) {
  private static final Position START = new Position(Instant.ofEpochMilli(Long.MAX_VALUE), "");

  public Position(Instant time, UUID id) {
    this(time, id.toString());
  }

  /** Where the page begins: after the item that its cursor names. */
  public static Position from(PageRequest page) {
    return page.cursor().map(cursor -> parse(cursor, page.list())).orElse(START);
  }

  /**
   * The cursor of the page that follows this item.
   *
   * @param list the cursor is good for this list alone
   */
  public String cursor(String list) {
    return CursorText.of(list, Long.toString(time.toEpochMilli()), id);
  }

  private static Position parse(String cursor, String list) {
    try {
      var words = CursorText.read(cursor, list);
      return new Position(
          Instant.ofEpochMilli(Long.parseLong(words.getFirst())), UUID.fromString(words.get(1)));
    } catch (IllegalArgumentException e) {
      throw CursorText.unknown(cursor);
    }
  }
}
