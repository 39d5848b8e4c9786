package dev.baton.app.web.workflow;

import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.internal.era.ProtocolVersion;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskOwner;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The MCP server of this program, asked in its own process on behalf of whoever visits a page, so
 * that pages do what every other client can do. Thread safe.
 */
public final class OwnServer {
  private static final RequestId ID = RequestId.of(1);
  private static final String NEXT_STEP = "Load the page again to see how things stand";

  private final McpServer server;

  public OwnServer(McpServer server) {
    this.server = server;
  }

  /**
   * Sends a request and waits for its result.
   *
   * @throws ToolFailure if the server answers with an error
   */
  JsonNode request(TaskOwner owner, String method, ObjectNode params) {
    var asked = params.deepCopy();
    asked.set("_meta", meta());
    var reply = new KeptReply();
    try (var connection = server.connect(owner)) {
      server.serve(connection, new Message.Request(ID, method, asked), Headers.NONE, reply);
    }
    if (reply.response.has("error")) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          reply.response.path("error").path("message").asString(method),
          NEXT_STEP);
    }
    return reply.response.path("result");
  }

  /**
   * Calls a tool, which may go on as a task.
   *
   * @return its result, or the task
   * @throws ToolFailure if the tool fails meanwhile
   */
  JsonNode call(TaskOwner owner, String tool, ObjectNode arguments) {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    var result = request(owner, "tools/call", params);
    requireSuccess(result);
    return result;
  }

  /** Throws what a tool answered, if that is a failure. */
  static void requireSuccess(JsonNode result) {
    if (result.path("isError").asBoolean(false)) {
      var failure = result.path("structuredContent");
      throw new ToolFailure(
          code(failure.path("code").asString("")),
          failure
              .path("message")
              .asString(result.path("content").path(0).path("text").asString("")),
          failure.path("hint").asString(NEXT_STEP),
          Map.of("problems", failure.path("details").path("problems").valueStream().toList()));
    }
  }

  /** Why it failed, as far as a page says something else then. */
  private static FailureCode code(String wireName) {
    return Stream.of(
            FailureCode.NOT_FOUND, FailureCode.ALREADY_DONE, FailureCode.STORAGE_UNAVAILABLE)
        .filter(code -> code.wireName().equals(wireName))
        .findFirst()
        .orElse(FailureCode.INVALID_ARGUMENT);
  }

  /** A client that has tasks, so that nothing long is waited for, and cannot be asked anything. */
  private static ObjectNode meta() {
    var meta = Json.object().put(Meta.PROTOCOL_VERSION, ProtocolVersion.V2026_07_28.wireName());
    meta.putObject(Meta.CLIENT_CAPABILITIES)
        .putObject("extensions")
        .putObject(Meta.TASKS_EXTENSION);
    meta.putObject(Meta.CLIENT_INFO).put("name", "baton-pages").put("version", "1");
    return meta;
  }

  /** Keeps the answer; what is told on the way has no reader. */
  private static final class KeptReply implements Reply {
    private volatile ObjectNode response = Json.object();

    @Override
    public Permit permit() {
      return Permit.LASTING;
    }

    @Override
    public boolean send(ObjectNode message) {
      return false;
    }

    @Override
    public void staysOpen() {}

    @Override
    public void answer(ObjectNode answer) {
      response = answer;
    }

    @Override
    public void refuse(ObjectNode answer, Refusal reason) {
      response = answer;
    }

    @Override
    public void withhold() {}

    @Override
    public void onClientGone(Runnable action) {}
  }
}
