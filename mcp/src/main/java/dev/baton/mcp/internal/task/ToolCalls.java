package dev.baton.mcp.internal.task;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import tools.jackson.databind.node.ObjectNode;

/** The one way into a tool. Thread safe. */
public final class ToolCalls {
  /** Stands around every call of a tool, whether it runs at once or as a task. Thread safe. */
  @FunctionalInterface
  public interface CallFilter {
    /** Lets every call pass as it is. */
    CallFilter NONE = (tool, arguments, context, call) -> call.within(context);

    /** Makes the call, exactly once, and passes on what it returns or throws. */
    ToolResult around(
        Tool<?, ?> tool, ObjectNode arguments, RequestContext context, FilteredCall call)
        throws Exception;
  }

  /** A call of a tool that a filter stands around. */
  @FunctionalInterface
  public interface FilteredCall {
    /** Makes the call; the tool sees this context. */
    ToolResult within(RequestContext context) throws Exception;
  }

  private final ServerObserver observer;
  private volatile CallFilter filter = CallFilter.NONE;

  public ToolCalls(ServerObserver observer) {
    this.observer = observer;
  }

  /** Calls a tool as work of its own, of which the observer hears. */
  public ToolResult callObserved(
      ServerObserver.Kind kind, Tool<?, ?> tool, ObjectNode arguments, RequestContext context)
      throws Exception {
    var work =
        new ServerObserver.Work(
            kind, "tools/call", tool.name(), context.client(), context.owner(), context.meta());
    return observer.around(work, () -> call(tool, arguments, context));
  }

  public ToolResult call(Tool<?, ?> tool, ObjectNode arguments, RequestContext context)
      throws Exception {
    return filter.around(tool, arguments, context, within -> tool.call(arguments, within));
  }

  /** Puts a filter around those that are there. */
  public synchronized void filter(CallFilter outer) {
    var inner = filter;
    filter =
        (tool, arguments, context, call) ->
            outer.around(
                tool, arguments, context, within -> inner.around(tool, arguments, within, call));
  }
}
