package dev.baton.mcp.tool;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request of a client that can do nothing. */
record FakeRequest() implements RequestContext {
  @Override
  public TaskOwner owner() {
    return TaskOwner.LOCAL;
  }

  @Override
  public Permit permit() {
    return Permit.LASTING;
  }

  @Override
  public Client client() {
    return new Client("fake", "1", "2026-07-28", Json.object());
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
  public void progress(double done, double total, String message) {}

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {}

  @Override
  public Answers ask(InputRequest... requests) {
    return new Answers(Map.of());
  }

  @Override
  public void keep(ObjectNode state) {}

  @Override
  public Optional<ObjectNode> kept() {
    return Optional.empty();
  }
}
