package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.image.TurnImages;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages that we send to an agent in the Agent Client Protocol. */
final class AcpMessages {
  static final String SERVER = "baton";
  static final int INITIALIZE = 1;

  private AcpMessages() {}

  /** The first message. It offers neither files nor terminals: agents use their own. */
  static String initialize() {
    var params = Json.object().put("protocolVersion", 1);
    params.putObject("clientCapabilities").put("terminal", false);
    params.putObject("clientInfo").put("name", "baton").put("title", "Baton").put("version", "1");
    return request(INITIALIZE, "initialize", params).toString();
  }

  /** Opens a conversation by this method: {@code session/new}, {@code load} or {@code resume}. */
  static Send open(int id, String method, TurnRequest turn) {
    var params = Json.object().put("cwd", turn.workspace().toString());
    params.set("mcpServers", turn.mcp().map(AcpMessages::servers).orElseGet(Json::array));
    if (!method.equals("session/new")) {
      turn.resumes().ifPresent(session -> params.put("sessionId", session));
    }
    return new Send("open", request(id, method, params).toString());
  }

  private static ArrayNode servers(McpAccess access) {
    var server =
        Json.object().put("type", "http").put("name", SERVER).put("url", access.url().toString());
    server
        .putArray("headers")
        .addObject()
        .put("name", "Authorization")
        .put("value", "Bearer " + access.token());
    return Json.array().add(server);
  }

  static Send change(String key, int id, String sessionId, AcpModes.Change change) {
    var params = Json.object().put("sessionId", sessionId);
    switch (change) {
      case AcpModes.Change.Mode(String mode) -> params.put("modeId", mode);
      case AcpModes.Change.Model(String model) -> params.put("modelId", model);
      case AcpModes.Change.Option(String option, String value) ->
          params.put("configId", option).put("value", value);
    }
    return new Send(key, request(id, change.method(), params).toString());
  }

  /** A prompt with images, for an agent that takes them. */
  static Send prompt(int id, String sessionId, String text, TurnImages images) {
    var params = Json.object().put("sessionId", sessionId);
    var prompt = params.putArray("prompt");
    prompt.addObject().put("type", "text").put("text", text);
    for (var image : images.all()) {
      prompt
          .addObject()
          .put("type", "image")
          .put("mimeType", image.mediaType())
          .put("data", image.base64());
    }
    return new Send("prompt", request(id, "session/prompt", params).toString());
  }

  static Send prompt(String key, int id, String sessionId, String text) {
    var params = Json.object().put("sessionId", sessionId);
    params.putArray("prompt").addObject().put("type", "text").put("text", text);
    return new Send(key, request(id, "session/prompt", params).toString());
  }

  /** The choice of one of the options that the agent gave. */
  static Send choice(String requestId, JsonNode id, String optionId) {
    var result = Json.object();
    result.putObject("outcome").put("outcome", "selected").put("optionId", optionId);
    return answer(requestId, id, result);
  }

  /** None of the options that the agent gave. */
  static Send noChoice(String requestId, JsonNode id) {
    var result = Json.object();
    result.putObject("outcome").put("outcome", "cancelled");
    return answer(requestId, id, result);
  }

  private static Send answer(String requestId, JsonNode id, ObjectNode result) {
    var json = Json.object().put("jsonrpc", "2.0");
    json.set("id", id);
    json.set("result", result);
    return new Send("answer-" + requestId, json.toString());
  }

  static Send refusal(String requestId, JsonNode id, String method) {
    var json = Json.object().put("jsonrpc", "2.0");
    json.set("id", id);
    json.putObject("error")
        .put("code", ErrorCode.METHOD_NOT_FOUND)
        .put("message", "Baton does not answer '%s' requests".formatted(method));
    return new Send("refusal-" + requestId, json.toString());
  }

  private static ObjectNode request(int id, String method, ObjectNode params) {
    var json = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    json.set("params", params);
    return json;
  }
}
