package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.CallContext;
import dev.baton.mcp.internal.call.InputRequiredException;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.TaskLimitException;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls of which nobody knew that they would take long: they begin as ordinary calls, and become
 * tasks if the client has waited for a while. Thread safe.
 */
public final class SlowCalls {
  private static final Logger LOG = LoggerFactory.getLogger(SlowCalls.class);

  private final ToolCalls calls;
  private final ToolCallTasks tasks;
  private final Duration patience;

  public SlowCalls(ToolCalls calls, ToolCallTasks tasks, Duration patience) {
    this.calls = calls;
    this.tasks = tasks;
    this.patience = patience;
  }

  /** The tool's result or, if it does not come soon, the task in which it will be. */
  public ObjectNode call(Tool<?, ?> tool, ObjectNode arguments, CallContext origin)
      throws Exception {
    var context = new HandoverContext(origin);
    var run = new FutureTask<ToolResult>(() -> calls.call(tool, arguments, context));
    var worker = Thread.ofVirtual().name("call-" + tool.name()).start(run);
    try {
      if (!worker.join(patience)) {
        var task = handOver(tool, arguments, origin, context);
        if (task.isPresent()) {
          tasks.adopt(task.get(), tool, () -> result(run), worker);
          return origin.call().era().taskCreated(task.get());
        }
      }
      return result(run).toJson();
    } catch (InterruptedException e) {
      worker.interrupt();
      throw e;
    }
  }

  private Optional<TaskRecord> handOver(
      Tool<?, ?> tool, ObjectNode arguments, CallContext origin, HandoverContext context) {
    try {
      return context
          .handOver(() -> tasks.handOver(tool, arguments, origin))
          .map(TaskContext::record);
    } catch (TaskLimitException e) {
      // why: without room for a task the client waits, as it would have without tasks
      return Optional.empty();
    } catch (RuntimeException e) {
      // why: the same without a store; the tool is at work, and its answer must not be lost
      LOG.warn("A call of {} takes long and cannot become a task", tool.name(), e);
      return Optional.empty();
    }
  }

  private static ToolResult result(FutureTask<ToolResult> run) throws Exception {
    try {
      return run.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** What the handler of a call sees that may become a task while it runs. Thread safe. */
  private static final class HandoverContext implements RequestContext {
    private volatile RequestContext current;
    private boolean asked;

    HandoverContext(CallContext call) {
      current = call;
    }

    /** Lets the handler go on as a task; empty if a question is about to be the call's answer. */
    synchronized Optional<TaskContext> handOver(Supplier<TaskContext> task) {
      if (asked) {
        return Optional.empty();
      }
      var next = task.get();
      current = next;
      return Optional.of(next);
    }

    @Override
    public Answers ask(InputRequest... requests) {
      synchronized (this) {
        if (current instanceof CallContext call) {
          try {
            return call.ask(requests);
          } catch (InputRequiredException e) {
            asked = true;
            throw e;
          }
        }
      }
      return current.ask(requests);
    }

    @Override
    public void keep(ObjectNode state) {
      current.keep(state);
    }

    @Override
    public Optional<ObjectNode> kept() {
      return current.kept();
    }

    @Override
    public TaskOwner owner() {
      return current.owner();
    }

    @Override
    public Permit permit() {
      return current.permit();
    }

    @Override
    public Client client() {
      return current.client();
    }

    @Override
    public ObjectNode meta() {
      return current.meta();
    }

    @Override
    public TaskScope task() {
      return current.task();
    }

    @Override
    public boolean isCancelled() {
      return current.isCancelled();
    }

    @Override
    public void progress(double done, double total, String message) {
      current.progress(done, total, message);
    }

    @Override
    public void log(LogLevel level, String logger, JsonNode data) {
      current.log(level, logger, data);
    }
  }
}
