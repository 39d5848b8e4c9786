package dev.baton.mcp.internal.connection;

import dev.baton.task.TaskOwner;

/** An owner has as many open streams as allowed. */
public final class TooManyStreamsException extends RuntimeException {
  TooManyStreamsException(TaskOwner owner, int limit) {
    super(
        "Owner '%s' has %d open streams, which is the limit; close one first"
            .formatted(owner, limit),
        null,
        false,
        false);
  }
}
