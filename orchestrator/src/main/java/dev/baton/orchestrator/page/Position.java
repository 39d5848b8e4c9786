package dev.baton.orchestrator.page;

import dev.baton.mcp.tool.FailureCode;
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
    return page.cursor().map(Position::parse).orElse(START);
  }

  /** The cursor of the page that follows this item. */
  public String cursor() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            "%d %s".formatted(time.toEpochMilli(), id).getBytes(StandardCharsets.US_ASCII));
  }

  private static Position parse(String cursor) {
    try {
      var words =
          new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII)
              .split(" ", 2);
      return new Position(
          Instant.ofEpochMilli(Long.parseLong(words[0])), UUID.fromString(words[1]));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "'%s' is no cursor of this list".formatted(cursor),
          "Pass next_cursor of the page before as it is, or leave cursor out to begin anew");
    }
  }
}
