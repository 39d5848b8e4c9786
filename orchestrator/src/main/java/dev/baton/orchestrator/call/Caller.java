package dev.baton.orchestrator.call;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskOwner;
import java.util.Optional;

/**
 * The owner of a call, and its key: the same request under the same key does nothing a second time.
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
    var length = requestId.codePointCount(0, requestId.length());
    if (length < 1 || length > MAX_LENGTH) {
      throw ToolFailure.invalid(
          "/request_id",
          "request_id has %d characters, but 1 to %d are allowed".formatted(length, MAX_LENGTH),
          "Repeat the call with 1 to %d characters in request_id, such as a UUID, or without it"
              .formatted(MAX_LENGTH));
    }
  }
}
