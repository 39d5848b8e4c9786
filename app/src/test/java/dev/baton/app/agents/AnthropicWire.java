package dev.baton.app.agents;

import dev.baton.app.agents.ModelRequest.Said;
import dev.baton.app.agents.ModelRequest.Who;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Messages API, as Claude Code speaks it. */
final class AnthropicWire extends ModelWire {
  @Override
  boolean handles(String path) {
    return path.endsWith("/messages");
  }

  @Override
  ModelRequest read(String path, JsonNode body) {
    var tools = new ArrayList<String>();
    body.path("tools").forEach(tool -> tools.add(tool.path("name").asString("")));
    var history = new ArrayList<Said>();
    body.path("messages").forEach(message -> add(message, history));
    return new ModelRequest(body.path("model").asString(""), body, tools, history);
  }

  private static void add(JsonNode message, List<Said> history) {
    var who = message.path("role").asString("").equals("user") ? Who.USER : Who.MODEL;
    var content = message.path("content");
    if (content.isString()) {
      history.add(new Said(who, content.stringValue()));
      return;
    }
    for (var block : content) {
      if (block.path("type").asString("").equals("tool_result")) {
        history.add(new Said(Who.TOOL, text(block.path("content"))));
      } else {
        history.add(new Said(who, block.path("text").asString("")));
      }
    }
  }

  @Override
  void begin(String text, EventStream events) throws IOException {
    var start = event("message_start");
    start
        .putObject("message")
        .put("id", id("msg"))
        .put("type", "message")
        .put("role", "assistant")
        .put("model", "claude-opus-5-5")
        .putNull("stop_reason")
        .putNull("stop_sequence")
        .set("usage", Json.object().put("input_tokens", 100).put("output_tokens", 1));
    start.withObject("/message").putArray("content");
    events.send(start);
    block(0, Json.object().put("type", "text").put("text", ""), events);
    delta(0, Json.object().put("type", "text_delta").put("text", text), events);
  }

  @Override
  void say(String text, EventStream events) throws IOException {
    begin(text, events);
    events.send(event("content_block_stop").put("index", 0));
    end("end_turn", events);
  }

  @Override
  void call(Reply.Call call, ModelRequest request, EventStream events) throws IOException {
    begin("I use " + call.tool(), events);
    events.send(event("content_block_stop").put("index", 0));
    var use = event("tool_use").put("id", id("toolu")).put("name", call.tool());
    use.putObject("input");
    block(1, use, events);
    delta(1, event("input_json_delta").put("partial_json", call.arguments().toString()), events);
    events.send(event("content_block_stop").put("index", 1));
    end("tool_use", events);
  }

  private static void block(int index, ObjectNode content, EventStream events) throws IOException {
    var start = event("content_block_start").put("index", index);
    start.set("content_block", content);
    events.send(start);
  }

  private static void delta(int index, ObjectNode delta, EventStream events) throws IOException {
    var event = event("content_block_delta").put("index", index);
    event.set("delta", delta);
    events.send(event);
  }

  private static void end(String reason, EventStream events) throws IOException {
    var delta = event("message_delta");
    delta.putObject("delta").put("stop_reason", reason).putNull("stop_sequence");
    delta.putObject("usage").put("output_tokens", 20);
    events.send(delta);
    events.send(event("message_stop"));
  }

  @Override
  ObjectNode error(Reply.Refuse error) {
    var json = event("error");
    json.putObject("error").put("type", "invalid_request_error").put("message", error.message());
    return json;
  }
}
