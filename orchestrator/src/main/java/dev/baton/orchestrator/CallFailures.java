package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.task.jdbc.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where failures of git and of the database become failures of a tool. */
public final class CallFailures {
  private static final Logger LOG = LoggerFactory.getLogger(CallFailures.class);
  private static final int MOST_WORDS = 2048;

  private CallFailures() {}

  /** The same failure as its caller is told it; others stay as they are. */
  public static RuntimeException of(RuntimeException reason) {
    return switch (reason) {
      case GitException git -> failure(git);
      case StorageException storage -> failure(storage);
      default -> reason;
    };
  }

  private static ToolFailure failure(GitException reason) {
    LOG.warn("Git refused a call", reason);
    return new ToolFailure(
        FailureCode.INTERNAL,
        Utf8.cut("Git failed: " + reason.getMessage(), MOST_WORDS),
        "See to what git says, such as who may write the repository; then repeat the call");
  }

  private static ToolFailure failure(StorageException reason) {
    // why not the cause of the failure: a failure of a tool has none
    LOG.warn("The database refused a call", reason);
    return Store.isDuplicate(reason)
        ? new ToolFailure(
            BoardFailureCode.ATTEMPT_BUSY,
            "Another call does the same at this moment",
            "Call get_attempt_status, then repeat the call if it is still needed")
        : new ToolFailure(
            FailureCode.STORAGE_UNAVAILABLE,
            String.valueOf(reason.getMessage()),
            "Repeat the call in some seconds; if it fails again, see to the database");
  }
}
