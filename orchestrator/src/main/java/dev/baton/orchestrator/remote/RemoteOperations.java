package dev.baton.orchestrator.remote;

import dev.baton.mcp.internal.call.PlainRequest;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.task.TaskOwner;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Operations that are asked of one node and done by another. Thread safe. */
public final class RemoteOperations {
  /** What a request is about. */
  public static final String KIND = "kind";

  private static final String OPERATION = "operation";
  private static final String DOOR = "node";

  /**
   * An operation that another node is asked for.
   *
   * @param isOperator if it is asked for as people may, who can say more than models
   */
  public record RemoteOperation(
      String name, ObjectNode arguments, TaskOwner owner, boolean isOperator) {
    static RemoteOperation read(ObjectNode request) {
      return new RemoteOperation(
          request.path("name").asString(),
          (ObjectNode) request.path("arguments"),
          new TaskOwner(request.path("owner").asString()),
          request.path("operator").asBoolean(false));
    }

    /** Whose call it is; it comes from another node. */
    public RequestContext context() {
      return new PlainRequest(owner, Permit.LASTING, DOOR);
    }

    private ObjectNode toJson() {
      return Json.object()
          .put(KIND, OPERATION)
          .put("name", name)
          .put("owner", owner.name())
          .put("operator", isOperator)
          .set("arguments", arguments);
    }
  }

  private final RemoteCalls calls;

  public RemoteOperations(RemoteCalls calls) {
    this.calls = calls;
  }

  /** True for a call of another node, which asks this one because the attempt is here. */
  public static boolean isRemote(RequestContext context) {
    return context instanceof PlainRequest request && request.door().equals(DOOR);
  }

  /** The operation of a request from another node; empty if it is about something else. */
  public static Optional<RemoteOperation> find(ObjectNode request) {
    return request.path(KIND).asString("").equals(OPERATION)
        ? Optional.of(RemoteOperation.read(request))
        : Optional.empty();
  }

  /** False if a node is known not to answer. */
  public boolean isLive(String node) {
    return !calls.isSilent(node);
  }

  /** Refused if a node is known not to answer. */
  public void requireLive(String node) {
    calls.requireLive(node);
  }

  /** Has a node do an operation; throws what the node refused. */
  public ToolResult call(String node, RemoteOperation operation) {
    return call(node, operation.name(), operation.toJson());
  }

  /**
   * Has a node do something else; throws what the node refused.
   *
   * @param name what it is called in words
   */
  public ToolResult call(String node, String name, ObjectNode request) {
    try {
      var result = RemoteAnswer.read(calls.call(node, request));
      if (result.isError()) {
        throw ToolFailure.read(result.structured().orElseGet(Json::object));
      }
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(node, name);
    }
  }

  private static ToolFailure interrupted(String node, String name) {
    return new ToolFailure(
        BoardFailureCode.NODE_UNAVAILABLE,
        "This server stopped while node '%s' worked on %s".formatted(node, name),
        "It may have been done: call get_attempt_status, then repeat the call if it is still"
            + " needed");
  }
}
