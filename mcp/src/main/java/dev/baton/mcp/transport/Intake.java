package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * The one way in for the requests of clients, whatever their path. It limits how many of an owner
 * are served at a time, and how many bytes each has. Thread safe.
 */
final class Intake {
  private static final long DISCARDED_PER_LIMIT = 16;

  private final int maxBytes;
  private final int requestsPerOwner;
  private final OwnerSlots slots;

  Intake(HttpOptions options) {
    this.maxBytes = options.maxMessageBytes();
    this.requestsPerOwner = options.requestsPerOwner();
    this.slots = new OwnerSlots(requestsPerOwner);
  }

  /** The body; empty if it was too large, which the client has been told then. */
  Optional<byte[]> body(HttpExchange exchange) throws IOException {
    return body(exchange, maxBytes, exchange.refusals().tooLong(maxBytes));
  }

  /** The same, where it may be longer than a message. */
  Optional<byte[]> body(HttpExchange exchange, int atLeast) throws IOException {
    var most = Math.max(atLeast, maxBytes);
    return body(exchange, most, "The message is longer than %d bytes".formatted(most));
  }

  private Optional<byte[]> body(HttpExchange exchange, int most, String problem)
      throws IOException {
    try {
      return Optional.of(exchange.body(most));
    } catch (HttpExchange.TooLargeException e) {
      HttpErrors.respond(exchange, 413, problem);
      exchange.discardBody(DISCARDED_PER_LIMIT * maxBytes);
      return Optional.empty();
    }
  }

  /** The right to have so many more requests in flight. */
  OwnerSlots.Slot slot(TaskOwner owner, int requests) throws HttpRefusalException {
    return slots
        .take(owner, requests)
        .orElseThrow(
            () ->
                new HttpRefusalException(
                    429,
                    Map.of("Retry-After", "1"),
                    "Owner '%s' may have %d requests in flight, and these are more; wait for answers"
                        .formatted(owner, requestsPerOwner)));
  }
}
