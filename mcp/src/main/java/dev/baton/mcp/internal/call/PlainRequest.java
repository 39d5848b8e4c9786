package dev.baton.mcp.internal.call;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that does not come by MCP: its caller waits for one answer, and can be asked and told
 * nothing before.
 *
 * @param door by which it came, such as {@code http}
 */
public record PlainRequest(TaskOwner owner, Permit permit, String door) implements RequestContext {
  @Override
  public Client client() {
    return new Client(door, "", "", Json.object());
  }

  @Override
  public ObjectNode meta() {
    return Json.object();
  }

  @Override
  public TaskScope task() {
    return TaskScope.NONE;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void progress(double done, double total, String message) {
    // why: there is no way to tell
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    // why: there is no way to tell
  }

  @Override
  public Answers ask(InputRequest... requests) {
    throw new IllegalStateException("A caller by %s cannot be asked".formatted(door));
  }

  @Override
  public void keep(ObjectNode state) {
    // why: nothing can be asked, so nothing is kept for an answer
  }

  @Override
  public Optional<ObjectNode> kept() {
    return Optional.empty();
  }
}
