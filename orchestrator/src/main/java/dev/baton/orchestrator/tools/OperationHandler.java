package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.UnwindingException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolHandler;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.task.TaskException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Takes the orchestrator when it is called, so that a tool can be described where none is open,
 * such as on the command line. An unexpected failure becomes the same answer at every door.
 */
record OperationHandler<I, O>(Supplier<Orchestrator> orchestrator, Work<I, O> work)
    implements ToolHandler<I, O> {
  /** What a tool does. */
  interface Work<I, O> {
    O handle(Orchestrator orchestrator, I request, RequestContext context) throws Exception;
  }

  @Override
  public O handle(I request, RequestContext context) throws Exception {
    try {
      return work.handle(orchestrator.get(), request, context);
    } catch (UnwindingException | RpcException | TaskException e) {
      throw e;
    } catch (RuntimeException e) {
      throw told(CallFailures.of(e));
    }
  }

  private static RuntimeException told(RuntimeException failure) {
    return failure instanceof ToolFailure || Thread.currentThread().isInterrupted()
        ? failure
        : unexpected(failure);
  }

  private static ToolFailure unexpected(RuntimeException failure) {
    // why here: a logger takes a while to load, and the command line describes tools without one
    LoggerFactory.getLogger(OperationHandler.class).error("A tool failed", failure);
    return new ToolFailure(
        FailureCode.INTERNAL,
        "The call failed inside the server; its log says why",
        "Call get_attempt_status or list_tasks to see what was done, and tell the user; the log of"
            + " the server has the reason");
  }
}
