package dev.baton.orchestrator.call;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The failure of a wait that ended because its caller went away, or because the server stops. */
public final class Interrupted {
  private static final Logger LOG = LoggerFactory.getLogger(Interrupted.class);

  private Interrupted() {}

  /** The failure to throw; the thread stays interrupted. */
  public static ToolFailure of(InterruptedException cause, String tool, String next) {
    Thread.currentThread().interrupt();
    // why not the cause of the failure: a failure of a tool has none
    LOG.debug("{} was interrupted", tool, cause);
    return new ToolFailure(
        FailureCode.INTERNAL,
        "%s was cut short; the work that it began continues".formatted(tool),
        "Call %s to see how far it is".formatted(next));
  }
}
