package dev.baton.orchestrator.node;

/** A node may not begin, for a reason that its user can do something about. */
public final class RefusedNodeException extends RuntimeException {
  RefusedNodeException(String message) {
    super(message);
  }
}
