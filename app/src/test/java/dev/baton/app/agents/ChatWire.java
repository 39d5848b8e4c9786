package dev.baton.app.agents;

import dev.baton.app.agents.ModelRequest.Said;
import dev.baton.app.agents.ModelRequest.Who;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Chat Completions API, which many agents speak. */
final class ChatWire extends ModelWire {
  @Override
  boolean handles(String path) {
    return path.endsWith("/chat/completions");
  }

  @Override
  ModelRequest read(String path, JsonNode body) {
    var tools = new ArrayList<String>();
    body.path("tools").forEach(tool -> tools.add(tool.path("function").path("name").asString("")));
    var history = new ArrayList<Said>();
    body.path("messages").forEach(message -> history.add(said(message)));
    return new ModelRequest(body.path("model").asString(""), body, tools, history);
  }

  private static Said said(JsonNode message) {
    var who =
        switch (message.path("role").asString("")) {
          case "user" -> Who.USER;
          case "tool" -> Who.TOOL;
          default -> Who.MODEL;
        };
    return new Said(who, text(message.path("content")));
  }

  @Override
  void begin(String text, EventStream events) throws IOException {
    events.sendUnnamed(piece(Json.object().put("role", "assistant").put("content", text)));
  }

  @Override
  void say(String text, EventStream events) throws IOException {
    begin(text, events);
    end("stop", events);
  }

  @Override
  void call(Reply.Call call, ModelRequest request, EventStream events) throws IOException {
    begin("I use " + call.tool(), events);
    var delta = Json.object();
    delta
        .putArray("tool_calls")
        .addObject()
        .put("index", 0)
        .put("id", id("call"))
        .put("type", "function")
        .putObject("function")
        .put("name", call.tool())
        .put("arguments", call.arguments().toString());
    events.sendUnnamed(piece(delta));
    end("tool_calls", events);
  }

  private static void end(String reason, EventStream events) throws IOException {
    var last = piece(Json.object());
    ((ObjectNode) last.path("choices").get(0)).put("finish_reason", reason);
    events.sendUnnamed(last);
    var usage = piece(Json.object());
    usage.putArray("choices");
    usage
        .putObject("usage")
        .put("prompt_tokens", 100)
        .put("completion_tokens", 20)
        .put("total_tokens", 120);
    events.sendUnnamed(usage);
  }

  private static ObjectNode piece(ObjectNode delta) {
    var json =
        Json.object()
            // why: pieces of one answer have one id
            .put("id", "chat")
            .put("object", "chat.completion.chunk")
            .put("created", 1)
            .put("model", "some-model");
    var choice = json.putArray("choices").addObject().put("index", 0).putNull("finish_reason");
    choice.set("delta", delta);
    return json;
  }

  @Override
  ObjectNode error(Reply.Refuse error) {
    var json = Json.object();
    json.putObject("error").put("type", "invalid_request_error").put("message", error.message());
    return json;
  }
}
