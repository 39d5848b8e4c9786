package dev.baton.mcp.server;

import dev.baton.mcp.request.UnwindingException;

/** Unwinds a handler whose request or task was cancelled; nobody is answered. */
final class CancelledCallException extends UnwindingException {
  CancelledCallException() {
    super("The request was cancelled");
  }
}
