package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.ToolHandler;
import dev.baton.orchestrator.Orchestrator;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the handler when it is called, so that a tool can be described where no orchestrator is
 * open, such as on the command line, and asks first whether the caller may do this.
 */
record LateHandler<I, O>(
    Supplier<Orchestrator> orchestrator, Function<Orchestrator, ToolHandler<I, O>> maker)
    implements ToolHandler<I, O> {
  @Override
  public O handle(I request, RequestContext context) throws Exception {
    AgentReach.require(request, context, orchestrator.get());
    return maker.apply(orchestrator.get()).handle(request, context);
  }
}
