package dev.baton.app.agents;

import dev.baton.app.agents.ModelRequest.Said;
import dev.baton.app.agents.ModelRequest.Who;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Gemini API, as Gemini CLI speaks it. */
final class GeminiWire extends ModelWire {
  @Override
  boolean handles(String path) {
    return path.endsWith(":streamGenerateContent");
  }

  @Override
  ModelRequest read(String path, JsonNode body) {
    var tools = new ArrayList<String>();
    for (var group : body.path("tools")) {
      group.path("functionDeclarations").forEach(tool -> tools.add(tool.path("name").asString("")));
    }
    var history = new ArrayList<Said>();
    body.path("contents").forEach(content -> add(content, history));
    return new ModelRequest(model(path), body, tools, history);
  }

  private static String model(String path) {
    return path.substring(path.lastIndexOf('/') + 1, path.lastIndexOf(':'));
  }

  private static void add(JsonNode content, List<Said> history) {
    var who = content.path("role").asString("").equals("user") ? Who.USER : Who.MODEL;
    for (var part : content.path("parts")) {
      history.add(
          part.has("functionResponse")
              ? new Said(Who.TOOL, part.path("functionResponse").toString())
              : new Said(who, part.path("text").asString("")));
    }
  }

  @Override
  void begin(String text, EventStream events) throws IOException {
    events.sendUnnamed(piece(Json.object().put("text", text), false));
  }

  @Override
  void say(String text, EventStream events) throws IOException {
    events.sendUnnamed(piece(Json.object().put("text", text), true));
  }

  @Override
  void call(Reply.Call call, ModelRequest request, EventStream events) throws IOException {
    var part = Json.object();
    part.putObject("functionCall")
        .put("id", id("call"))
        .put("name", call.tool())
        .set("args", call.arguments());
    events.sendUnnamed(piece(part, true));
  }

  private ObjectNode piece(ObjectNode part, boolean isLast) {
    var json = Json.object().put("modelVersion", "gemini-3.8-flash").put("responseId", id("r"));
    var candidate = json.putArray("candidates").addObject().put("index", 0);
    candidate.putObject("content").put("role", "model").putArray("parts").add(part);
    if (isLast) {
      candidate.put("finishReason", "STOP");
    }
    json.putObject("usageMetadata")
        .put("promptTokenCount", 100)
        .put("candidatesTokenCount", 20)
        .put("totalTokenCount", 120);
    return json;
  }

  @Override
  ObjectNode error(Reply.Refuse error) {
    var json = Json.object();
    json.putObject("error")
        .put("code", error.status())
        .put("status", "INVALID_ARGUMENT")
        .put("message", error.message());
    return json;
  }
}
