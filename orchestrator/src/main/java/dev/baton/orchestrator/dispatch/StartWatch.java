package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.workspace.GitException;
import dev.baton.orchestrator.workspace.WorkspaceFailure;
import dev.baton.task.jdbc.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Lets somebody wait until the first program of a turn runs, or could not be started. */
final class StartWatch {
  private final CompletableFuture<Optional<ToolFailure>> outcome = new CompletableFuture<>();

  void started() {
    outcome.complete(Optional.empty());
  }

  void failed(Exception reason) {
    outcome.complete(Optional.of(failure(reason)));
  }

  /** Why it could not be started; empty if it runs. */
  Optional<ToolFailure> await() throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static ToolFailure failure(Exception reason) {
    return switch (reason) {
      case ToolFailure failure -> failure;
      case WorkspaceFailure failure -> failure.toToolFailure();
      case StorageException failure ->
          new ToolFailure(
              FailureCode.STORAGE_UNAVAILABLE,
              "It is recorded, but could not be started yet: " + failure.getMessage(),
              "See to the database: it starts by itself then, and get_attempt_status shows it; a"
                  + " call with another request_id would start a second one");
      case GitException failure ->
          new ToolFailure(
              FailureCode.INTERNAL,
              "The attempt could not be started: " + failure.getMessage(),
              "See to what git says, such as who may write the repository; then repeat the call");
      default ->
          new ToolFailure(
              FailureCode.INTERNAL,
              "The attempt could not be started: " + words(reason),
              isOfFiles(reason)
                  ? "See that the data directory can be written and has room; then repeat the call"
                  : "Look at the server's log; then call start_task_attempt again");
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
