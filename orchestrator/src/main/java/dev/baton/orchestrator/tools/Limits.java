package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.page.PageLimit;
import java.time.Duration;

/** Numbers that callers give, made into what they may have: too much is cut, not refused. */
final class Limits {
  private static final int MOST_ITEMS = 200;
  private static final int MOST_ENTRIES = 1000;

  private Limits() {}

  static PageLimit items(long asked) {
    return PageLimit.asked(whole(asked), MOST_ITEMS);
  }

  static PageLimit entries(long asked) {
    return PageLimit.asked(whole(asked), MOST_ENTRIES);
  }

  /** The nearest number that an int can be. */
  static int whole(long asked) {
    return Math.clamp(asked, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  static Duration milliseconds(long asked) {
    if (asked < 0) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "wait_ms is %d, but nobody can wait less than 0".formatted(asked),
          "Repeat the call with wait_ms between 0 and 45000, or without wait_ms");
    }
    return Duration.ofMillis(asked);
  }
}
