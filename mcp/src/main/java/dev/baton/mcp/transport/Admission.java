package dev.baton.mcp.transport;

import dev.baton.mcp.request.Permit;
import dev.baton.task.TaskOwner;
import java.util.Optional;

/** The owner of a request, and whether the token still holds: it can be revoked meanwhile. */
record Admission(Door door, HttpExchange exchange, TaskOwner owner, Permit permit) {
  boolean isStillValid() {
    return permit.findRefusal().isEmpty();
  }

  /**
   * The token that forms of this browser's session must send; empty if the caller has an access
   * token.
   */
  Optional<String> formToken() {
    return door.findFormToken(exchange);
  }
}
