package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls of which nobody knew that they would take long: they begin as ordinary calls, and become
 * tasks if the client has waited for a while. Thread safe.
 */
public final class SlowCalls {
  private final ToolCalls calls;
  private final ToolCallTasks tasks;
  private final Duration patience;

  public SlowCalls(ToolCalls calls, ToolCallTasks tasks, Duration patience) {
    this.calls = calls;
    this.tasks = tasks;
    this.patience = patience;
  }

  /** The tool's result or, if it does not come soon, the task in which it will be. */
  public ObjectNode call(Tool<?, ?> tool, ObjectNode arguments, Call call, HandlerContext context)
      throws Exception {
    var run = new FutureTask<ToolResult>(() -> calls.call(tool, arguments, context));
    var worker = Thread.ofVirtual().name("call-" + tool.name()).start(run);
    try {
      if (!worker.join(patience)) {
        var task = tasks.handOverIfPossible(tool, arguments, call, context);
        if (task.isPresent()) {
          tasks.adopt(task.get(), tool, () -> result(run), worker);
          return call.era().taskCreated(task.get());
        }
      }
      return result(run).toJson();
    } catch (InterruptedException e) {
      worker.interrupt();
      throw e;
    }
  }

  private static ToolResult result(FutureTask<ToolResult> run) throws Exception {
    try {
      return run.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
