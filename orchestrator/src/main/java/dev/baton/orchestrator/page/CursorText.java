package dev.baton.orchestrator.page;

import dev.baton.mcp.tool.ToolFailure;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Cursors as clients see them: two words about an item, and a mark of the list that it is in. */
final class CursorText {
  private CursorText() {}

  static String of(String list, String first, String second) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            "%s %s %s".formatted(first, second, mark(list)).getBytes(StandardCharsets.US_ASCII));
  }

  private static String mark(String list) {
    return Integer.toHexString(list.hashCode());
  }

  /** The two words. */
  static List<String> read(String cursor, String list) {
    var words = decoded(cursor).split(" ", 3);
    if (words.length < 3 || !words[2].equals(mark(list))) {
      throw unknown(cursor);
    }
    return List.of(words[0], words[1]);
  }

  private static String decoded(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException e) {
      throw unknown(cursor);
    }
  }

  static ToolFailure unknown(String cursor) {
    return ToolFailure.invalid(
        "/cursor",
        "'%s' is no cursor of this list".formatted(cursor),
        "Repeat the call with next_cursor of the page before, as it is, in cursor, or without"
            + " cursor to begin anew");
  }
}
