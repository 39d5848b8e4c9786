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
import dev.baton.task.TaskOwner;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the handler of a call sees that may become a task while it runs. Thread safe. */
final class HandoverContext implements RequestContext {
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
