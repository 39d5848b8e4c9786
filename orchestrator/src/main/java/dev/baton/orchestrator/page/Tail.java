package dev.baton.orchestrator.page;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.Optional;

/**
 * The part of a rising sequence to read: the newest, those below {@code cursor}, or those above
 * {@code after}.
 */
public record Tail(PageLimit limit, Optional<Long> cursor, Optional<Long> after) {
  public Tail {
    if (cursor.isPresent() && after.isPresent()) {
      throw new ToolFailure(
          BoardFailureCode.MIXED_PAGINATION,
          "Both cursor and an after_ index were given; they page in opposite directions",
          "Repeat the call with cursor alone to read older entries, or with the after_ index alone"
              + " to read newer ones");
    }
  }

  /** The newest entries. */
  public static Tail newest(PageLimit limit) {
    return new Tail(limit, Optional.empty(), Optional.empty());
  }

  /** The newest entries below this index. */
  public static Tail below(PageLimit limit, long cursor) {
    return new Tail(limit, Optional.of(cursor), Optional.empty());
  }

  /** The oldest entries above this index. */
  public static Tail above(PageLimit limit, long after) {
    return new Tail(limit, Optional.empty(), Optional.of(after));
  }

  /** The same, from an item on that was read. */
  Tail from(long index) {
    return after.isPresent() ? above(limit, index) : below(limit, index);
  }
}
