package dev.baton.mcp.transport;

import dev.baton.mcp.request.Permit;
import dev.baton.task.TaskOwner;
import java.util.Optional;

/** Whose request this is, and whether it still is: a token can be revoked meanwhile. */
record Admission(Door door, HttpExchange exchange, TaskOwner owner, Permit permit) {
  boolean isStillValid() {
    return permit.findRefusal().isEmpty();
  }

  /** What forms of this browser's session bring; empty for who comes with a token. */
  Optional<String> formToken() {
    return door.findFormToken(exchange);
  }
}
