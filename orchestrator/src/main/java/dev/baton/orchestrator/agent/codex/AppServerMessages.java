package dev.baton.orchestrator.agent.codex;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages that we send to the app server of Codex. */
final class AppServerMessages {
  static final int INITIALIZE = 1;
  static final int THREAD = 2;
  static final int TURN = 3;

  private AppServerMessages() {}

  static String initialize() {
    var params = Json.object();
    params.putObject("clientInfo").put("name", "baton").put("title", "Baton").put("version", "1");
    params.putObject("capabilities").put("experimentalApi", true);
    return request(INITIALIZE, "initialize", params).toString();
  }

  static Send initialized() {
    return new Send("initialized", Json.object().put("method", "initialized").toString());
  }

  /** Begins a conversation, or goes on with one. */
  static Send thread(TurnRequest turn) {
    var plans = turn.variant().mode() == TurnMode.PLAN;
    var params =
        Json.object()
            .put("cwd", turn.workspace().toString())
            .put("approvalPolicy", plans ? "never" : "untrusted")
            .put("sandbox", plans ? "read-only" : "workspace-write");
    turn.variant().model().ifPresent(model -> params.put("model", model));
    turn.resumes().ifPresent(session -> params.put("threadId", session));
    var method = turn.resumes().isPresent() ? "thread/resume" : "thread/start";
    return new Send("thread", request(THREAD, method, params).toString());
  }

  static Send turn(TurnRequest turn, String threadId, String model) {
    var params = Json.object().put("threadId", threadId);
    var input = input(turn.prompt());
    for (var file : turn.images().files()) {
      input.addObject().put("type", "localImage").put("path", file.toString());
    }
    params.set("input", input);
    if (turn.variant().mode() == TurnMode.PLAN) {
      var mode = params.putObject("collaborationMode").put("mode", "plan");
      var settings = mode.putObject("settings").put("model", model);
      // why: what the command line says does not count in this mode
      turn.variant()
          .effort()
          .ifPresentOrElse(
              effort -> settings.put("reasoning_effort", effort),
              () -> settings.putNull("reasoning_effort"));
      settings.putNull("developer_instructions");
    }
    return new Send("turn", request(TURN, "turn/start", params).toString());
  }

  /** Tells the agent something in the middle of its turn. */
  static Send steer(String requestId, String threadId, String turnId, String text) {
    var params = Json.object().put("threadId", threadId).put("expectedTurnId", turnId);
    params.set("input", input(text));
    return new Send(
        "reason-" + requestId,
        request("baton-reason-" + requestId, "turn/steer", params).toString());
  }

  static Send decision(String requestId, JsonNode id, String decision) {
    return answer("answer-" + requestId, id, Json.object().put("decision", decision));
  }

  /** The answer to a question of an MCP server, which nobody is here to answer. */
  static Send declineElicitation(String requestId, JsonNode id) {
    return answer(
        "answer-" + requestId, id, Json.object().put("action", "decline").putNull("content"));
  }

  private static Send answer(String key, JsonNode id, ObjectNode result) {
    var json = Json.object();
    json.set("id", id);
    json.set("result", result);
    return new Send(key, json.toString());
  }

  static Send refusal(String requestId, JsonNode id, String method) {
    var json = Json.object();
    json.set("id", id);
    json.putObject("error")
        .put("code", ErrorCode.METHOD_NOT_FOUND)
        .put("message", "Baton does not answer '%s' requests".formatted(method));
    return new Send("refusal-" + requestId, json.toString());
  }

  private static ArrayNode input(String text) {
    var part = Json.object().put("type", "text").put("text", text);
    part.set("text_elements", Json.array());
    return Json.array().add(part);
  }

  private static ObjectNode request(int id, String method, ObjectNode params) {
    return parts(Json.object().put("id", id), method, params);
  }

  private static ObjectNode request(String id, String method, ObjectNode params) {
    return parts(Json.object().put("id", id), method, params);
  }

  private static ObjectNode parts(ObjectNode json, String method, ObjectNode params) {
    json.put("method", method).set("params", params);
    return json;
  }
}
