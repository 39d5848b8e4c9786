package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.util.Optional;

/** Whose request this is, and whether it still is: a token can be revoked meanwhile. */
record Admission(Door door, HttpExchange exchange, Route.Guard guard, TaskOwner owner) {
  boolean isStillValid() {
    return door.owner(exchange, guard).filter(owner::equals).isPresent();
  }

  /** What forms of this browser's session bring; empty for who comes with a token. */
  Optional<String> formToken() {
    return door.findFormToken(exchange);
  }
}
