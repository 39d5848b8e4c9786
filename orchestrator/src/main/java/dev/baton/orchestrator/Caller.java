package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskOwner;
import java.util.Optional;

/**
 * Who asks, and under which key: the same key with the same request does nothing a second time.
 *
 * @param requestId 1 to 128 characters, chosen by the caller
 */
public record Caller(TaskOwner owner, Optional<String> requestId) {
  private static final int MAX_LENGTH = 128;

  public Caller {
    requestId.ifPresent(Caller::check);
  }

  /** Somebody who gives no key. */
  public static Caller of(TaskOwner owner) {
    return new Caller(owner, Optional.empty());
  }

  private static void check(String requestId) {
    if (requestId.isEmpty() || requestId.length() > MAX_LENGTH) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "request_id has %d characters, but 1 to %d are allowed"
              .formatted(requestId.length(), MAX_LENGTH),
          "Repeat the call with a shorter request_id, such as a UUID, or without one");
    }
  }
}
