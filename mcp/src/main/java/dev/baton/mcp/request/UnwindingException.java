package dev.baton.mcp.request;

/**
 * Ends a handler from within, because its question is now the answer to its request, or because
 * nobody waits for it any more. A handler lets it pass.
 */
public abstract class UnwindingException extends RuntimeException {
  protected UnwindingException(String message) {
    super(message, null, false, false);
  }
}
