package dev.baton.examples.deploy;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What will go wrong with the next calls of a tool. Thread safe. */
final class Trouble {
  /**
   * Trouble that lies ahead.
   *
   * @param calls how many calls it is still good for
   * @param fails if those calls fail, after their delay
   */
  private record Ahead(int calls, boolean fails, String message, Duration delay) {
    Ahead afterOne() {
      return new Ahead(calls - 1, fails, message, delay);
    }
  }

  private final Map<String, Ahead> byTool = new HashMap<>();

  /** Lets so many of the next calls fail, or at least one take long. */
  synchronized void plan(String tool, int failTimes, String message, Duration delay) {
    byTool.put(tool, new Ahead(Math.max(failTimes, 1), failTimes > 0, message, delay));
  }

  /** Waits and fails as it was planned for this call. */
  void meet(String tool) throws InterruptedException {
    var ahead = next(tool);
    if (ahead.isEmpty()) {
      return;
    }
    Thread.sleep(ahead.get().delay());
    if (ahead.get().fails()) {
      // why this code: the trouble passes, so the call may be repeated as it was
      throw new ToolFailure(
          FailureCode.STORAGE_UNAVAILABLE,
          ahead.get().message(),
          "Call %s again; simulate decides how often it fails".formatted(tool));
    }
  }

  private synchronized Optional<Ahead> next(String tool) {
    var ahead = Optional.ofNullable(byTool.get(tool)).filter(trouble -> trouble.calls() > 0);
    ahead.ifPresent(trouble -> byTool.put(tool, trouble.afterOne()));
    return ahead;
  }
}
