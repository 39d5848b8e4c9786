package dev.baton.orchestrator.page;

/** An item's place in a list that is ordered by an index, highest first. */
public record IndexPosition(long index) {
  private static final IndexPosition START = new IndexPosition(Long.MAX_VALUE);

  /** Where the page begins: below the item that its cursor names. */
  public static IndexPosition from(PageRequest page) {
    return page.cursor().map(cursor -> parse(cursor, page.list())).orElse(START);
  }

  /**
   * The cursor of the page that follows this item.
   *
   * @param list the cursor is good for this list alone
   */
  public String cursor(String list) {
    return CursorText.of(list, Long.toString(index), "-");
  }

  private static IndexPosition parse(String cursor, String list) {
    try {
      return new IndexPosition(Long.parseLong(CursorText.read(cursor, list).getFirst()));
    } catch (NumberFormatException e) {
      throw CursorText.unknown(cursor);
    }
  }
}
