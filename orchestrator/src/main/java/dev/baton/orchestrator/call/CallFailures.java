package dev.baton.orchestrator.call;

import dev.baton.database.StorageException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where failures of git, files and the database become failures of a tool. */
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
        "Fix what git reports, such as write access to the repository, then repeat the call");
  }

  private static ToolFailure failure(StorageException reason) {
    if (Store.isDuplicate(reason)) {
      LOG.debug("Another call did the same at the same moment", reason);
      return new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Another call does the same at this moment",
          "Call get_attempt_status, then repeat the call if it is still needed");
    }
    // why not the cause of the failure: a failure of a tool has none
    LOG.warn("The database refused a call", reason);
    return new ToolFailure(
        FailureCode.STORAGE_UNAVAILABLE,
        String.valueOf(reason.getMessage()),
        "Repeat the call in a few seconds; if it fails again, check that the database runs and has room");
  }

  /** Why nothing runs for an attempt that is recorded, as the caller who started it is told. */
  public static ToolFailure ofStart(Exception reason) {
    return switch (reason) {
      case ToolFailure failure -> failure;
      case StorageException failure ->
          new ToolFailure(
              FailureCode.STORAGE_UNAVAILABLE,
              "It is recorded, but could not be started yet: " + failure.getMessage(),
              "Check that the database can be reached: it starts by itself then, and"
                  + " get_attempt_status shows it; a call with another request_id would start a"
                  + " second one");
      case GitException failure ->
          new ToolFailure(
              FailureCode.INTERNAL,
              "It could not be started: " + failure.getMessage(),
              "Do what git asks for, such as letting this user write the repository; then repeat"
                  + " the call");
      default ->
          new ToolFailure(
              FailureCode.INTERNAL,
              "It could not be started: " + words(reason),
              isOfFiles(reason)
                  ? "See that the data directory can be written and has room; then repeat the call"
                  : "Look at the server's log; then repeat the call");
    };
  }

  private static boolean isOfFiles(Exception reason) {
    return reason instanceof IOException || reason instanceof UncheckedIOException;
  }

  private static String words(Exception reason) {
    return switch (reason.getCause()) {
      case AccessDeniedException denied ->
          "%s (permission denied: %s)".formatted(reason.getMessage(), denied.getFile());
      case IOException cause -> "%s (%s)".formatted(reason.getMessage(), cause.getMessage());
      case null, default -> String.valueOf(reason.getMessage());
    };
  }
}
