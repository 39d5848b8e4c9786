package dev.baton.mcp.tool;

import dev.baton.mcp.request.RequestContext;

/** The work of a tool. Called on a virtual thread, by many at a time; it may block. */
@FunctionalInterface
public interface ToolHandler<I, O> {
  /**
   * Answers one call.
   *
   * @throws ToolFailure for a failure that the caller can do something about
   * @throws Exception for anything else; the caller then learns only that the server failed
   */
  O handle(I input, RequestContext context) throws Exception;
}
