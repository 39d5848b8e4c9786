package dev.baton.mcp.internal.connection;

import dev.baton.mcp.request.UnwindingException;

/** Unwinds a handler whose request or task was cancelled; nobody is answered. */
public final class CancelledCallException extends UnwindingException {
  public CancelledCallException() {
    super("The request was cancelled");
  }
}
