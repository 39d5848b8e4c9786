package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;

/** The caller went away, or the server stops, while something was waited for. */
final class Interrupted {
  private Interrupted() {}

  /** The failure to throw; the thread stays interrupted. */
  static ToolFailure of(InterruptedException cause, String tool, String next) {
    Thread.currentThread().interrupt();
    var failure =
        new ToolFailure(
            FailureCode.INTERNAL,
            "%s was cut short; what it began goes on".formatted(tool),
            "Call %s to see how far it is".formatted(next));
    failure.initCause(cause);
    return failure;
  }
}
