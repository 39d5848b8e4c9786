package dev.baton.orchestrator.page;

import dev.baton.mcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
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
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            "%d %s %s"
                .formatted(time.toEpochMilli(), id, mark(list))
                .getBytes(StandardCharsets.US_ASCII));
  }

  private static String mark(String list) {
    return Integer.toHexString(list.hashCode());
  }

  private static Position parse(String cursor, String list) {
    try {
      var words =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII)
              .split(" ", 3);
      if (!words[2].equals(mark(list))) {
        throw new IllegalArgumentException("of another list");
      }
      return new Position(
          Instant.ofEpochMilli(Long.parseLong(words[0])), UUID.fromString(words[1]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw ToolFailure.invalid(
          "/cursor",
          "'%s' is no cursor of this list".formatted(cursor),
          "Repeat the call with next_cursor of the page before, as it is, in cursor, or without"
              + " cursor to begin anew");
    }
  }
}
