package dev.baton.mcp.internal.call;

import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request whose handler works for a run besides its own task.
 *
 * @param scope of the handler, made of the request's own at each moment: a call can become a task
 */
public record ScopedContext(RequestContext request, UnaryOperator<TaskScope> scope)
    implements RequestContext {
  @Override
  public TaskScope task() {
    return scope.apply(request.task());
  }

  @Override
  public TaskOwner owner() {
    return request.owner();
  }

  @Override
  public Permit permit() {
    return request.permit();
  }

  @Override
  public Client client() {
    return request.client();
  }

  @Override
  public ObjectNode meta() {
    return request.meta();
  }

  @Override
  public boolean isCancelled() {
    return request.isCancelled();
  }

  @Override
  public void progress(double done, double total, String message) {
    request.progress(done, total, message);
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    request.log(level, logger, data);
  }

  @Override
  public Answers ask(InputRequest... requests) {
    return request.ask(requests);
  }

  @Override
  public void keep(ObjectNode state) {
    request.keep(state);
  }

  @Override
  public Optional<ObjectNode> kept() {
    return request.kept();
  }
}
