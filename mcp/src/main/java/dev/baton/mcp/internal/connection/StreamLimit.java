package dev.baton.mcp.internal.connection;

import dev.baton.task.TaskOwner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Bounds how many long-lived streams an owner has open. Thread safe. */
public final class StreamLimit {
  private final int perOwner;
  private final Map<TaskOwner, Integer> open = new ConcurrentHashMap<>();

  public StreamLimit(int perOwner) {
    this.perOwner = perOwner;
  }

  /** An open stream, until it is closed. */
  public interface Stream extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Counts one more stream of this owner.
   *
   * @throws TooManyStreamsException if that would be too many
   */
  public Stream open(TaskOwner owner) {
    open.compute(
        owner,
        (key, count) -> {
          var now = count == null ? 0 : count;
          if (now >= perOwner) {
            throw new TooManyStreamsException(owner, perOwner);
          }
          return now + 1;
        });
    return () -> open.computeIfPresent(owner, (key, count) -> count == 1 ? null : count - 1);
  }

  /** An owner has as many open streams as allowed. */
  public static final class TooManyStreamsException extends RuntimeException {
    TooManyStreamsException(TaskOwner owner, int limit) {
      super(
          "Owner '%s' has %d open streams, which is the limit; close one first"
              .formatted(owner, limit),
          null,
          false,
          false);
    }
  }
}
