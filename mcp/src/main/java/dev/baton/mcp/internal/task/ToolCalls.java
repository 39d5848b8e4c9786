package dev.baton.mcp.internal.task;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import tools.jackson.databind.node.ObjectNode;

/** The one way into a tool. Thread safe. */
public final class ToolCalls {
  private volatile CallFilter filter = CallFilter.NONE;

  public ToolResult call(Tool<?, ?> tool, ObjectNode arguments, RequestContext context)
      throws Exception {
    return filter.around(tool, arguments, context, () -> tool.call(arguments, context));
  }

  /** Puts a filter around those that are there. */
  public synchronized void filter(CallFilter outer) {
    var inner = filter;
    filter =
        (tool, arguments, context, call) ->
            outer.around(
                tool, arguments, context, () -> inner.around(tool, arguments, context, call));
  }
}
