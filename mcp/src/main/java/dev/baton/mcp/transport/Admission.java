package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;

/** Whose request this is, and whether it still is: a token can be revoked meanwhile. */
record Admission(Door door, HttpExchange exchange, TaskOwner owner) {
  boolean isStillValid() {
    return door.owner(exchange).filter(owner::equals).isPresent();
  }
}
