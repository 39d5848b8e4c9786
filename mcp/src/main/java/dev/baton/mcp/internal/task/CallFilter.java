package dev.baton.mcp.internal.task;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.util.concurrent.Callable;
import tools.jackson.databind.node.ObjectNode;

/** Stands around every call of a tool, whether it runs at once or as a task. Thread safe. */
@FunctionalInterface
public interface CallFilter {
  /** Lets every call pass as it is. */
  CallFilter NONE = (tool, arguments, context, call) -> call.call();

  /** Makes the call, exactly once, and passes on what it returns or throws. */
  ToolResult around(
      Tool<?, ?> tool, ObjectNode arguments, RequestContext context, Callable<ToolResult> call)
      throws Exception;
}
