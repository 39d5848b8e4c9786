package dev.baton.orchestrator.page;

import dev.baton.mcp.tool.ToolFailure;

/** The most items of a page, and the most bytes of their JSON. A page has at least one item. */
public record PageLimit(int items, int bytes) {
  private static final int DEFAULT_ITEMS = 50;

  /** What stands around the items of a page. */
  private static final int FRAME_BYTES = 200;

  private static final int DEFAULT_BYTES = 10_000 - FRAME_BYTES;

  /** The bytes of a page whose reader asked for a number of items: such a reader can take more. */
  private static final int ASKED_BYTES = 30_000 - FRAME_BYTES;

  /** The limit of a caller who does not say what it wants. */
  public static PageLimit byDefault() {
    return new PageLimit(DEFAULT_ITEMS, DEFAULT_BYTES);
  }

  /** What the caller asked for, cut to the cap. */
  public static PageLimit asked(int items, int cap) {
    if (items < 1) {
      throw ToolFailure.invalid(
          "/limit",
          "limit is %d, but a page holds at least 1 item".formatted(items),
          "Repeat the call with limit between 1 and %d, or without limit".formatted(cap));
    }
    return new PageLimit(Math.min(items, cap), ASKED_BYTES);
  }

  /** Everything up to a number of items, whatever its size: for readers that are no models. */
  public static PageLimit items(int items) {
    return new PageLimit(items, Integer.MAX_VALUE);
  }
}
