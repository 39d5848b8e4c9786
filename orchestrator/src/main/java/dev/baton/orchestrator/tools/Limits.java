package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.page.PageLimit;
import java.math.BigInteger;
import java.time.Duration;

/** Numbers that callers give, made into what they may have: too much is cut, not refused. */
final class Limits {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
  private static final int MOST_ITEMS = 200;
  private static final int MOST_ENTRIES = 1000;

  private Limits() {}

  static PageLimit items(BigInteger asked) {
    return PageLimit.asked(whole(asked), MOST_ITEMS);
  }

  static PageLimit entries(BigInteger asked) {
    return PageLimit.asked(whole(asked), MOST_ENTRIES);
  }

  /** The nearest number that an int can be. */
  static int whole(BigInteger asked) {
    return Math.clamp(index(asked), Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The nearest number that a long can be. */
  static long index(BigInteger asked) {
    return asked.max(LEAST).min(MOST).longValue();
  }

  static Duration milliseconds(BigInteger asked) {
    if (asked.signum() < 0) {
      throw ToolFailure.invalid(
          "/wait_ms",
          "wait_ms is %d, but it cannot be less than 0".formatted(asked),
          "Repeat the call with wait_ms between 0 and 45000, or without wait_ms");
    }
    return Duration.ofMillis(whole(asked));
  }
}
