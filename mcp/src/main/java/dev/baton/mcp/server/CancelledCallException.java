package dev.baton.mcp.server;

/** Unwinds a handler whose request or task was cancelled; nobody is answered. */
final class CancelledCallException extends RuntimeException {
  CancelledCallException() {
    super("The request was cancelled", null, false, false);
  }
}
