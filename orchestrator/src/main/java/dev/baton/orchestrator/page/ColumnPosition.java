package dev.baton.orchestrator.page;

import java.util.regex.Pattern;

/**
 * An item's place in a list that people put in order, column by column.
 *
 * @param column the name of its column; the empty text stands before all columns
 * @param key what its column is ordered by; the empty text stands before all keys
 */
public record ColumnPosition(String column, String key) {
  private static final ColumnPosition START = new ColumnPosition("", "");
  private static final Pattern WORD = Pattern.compile("[0-9a-z]+");

  /** Where the page begins: after the item that its cursor names. */
  public static ColumnPosition from(PageRequest page) {
    return page.cursor().map(cursor -> parse(cursor, page.list())).orElse(START);
  }

  /**
   * The cursor of the page that follows this item.
   *
   * @param list the cursor is good for this list alone
   */
  public String cursor(String list) {
    return CursorText.of(list, column, key);
  }

  private static ColumnPosition parse(String cursor, String list) {
    var words = CursorText.read(cursor, list);
    if (!words.stream().allMatch(word -> WORD.matcher(word).matches())) {
      throw CursorText.unknown(cursor);
    }
    return new ColumnPosition(words.getFirst(), words.getLast());
  }
}
