package dev.baton.app.agents;

import dev.baton.app.agents.ModelRequest.Said;
import dev.baton.app.agents.ModelRequest.Who;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Responses API, as Codex speaks it. */
final class ResponsesWire extends ModelWire {
  @Override
  boolean handles(String path) {
    return path.endsWith("/responses");
  }

  @Override
  ModelRequest read(String path, JsonNode body) {
    var tools = new ArrayList<String>();
    body.path("tools").forEach(tool -> addTool(tool, tools));
    var history = new ArrayList<Said>();
    body.path("input").forEach(item -> history.add(said(item)));
    return new ModelRequest(body.path("model").asString(""), body, tools, history);
  }

  private static void addTool(JsonNode tool, List<String> names) {
    var name = tool.path("name").asString(tool.path("type").asString(""));
    if (tool.has("tools")) {
      tool.path("tools").forEach(inner -> names.add(name + "." + inner.path("name").asString("")));
    } else {
      names.add(name);
    }
  }

  private static Said said(JsonNode item) {
    if (item.path("type").asString("").endsWith("_output")) {
      return new Said(Who.TOOL, text(item.path("output")));
    }
    var who = item.path("role").asString("").equals("user") ? Who.USER : Who.MODEL;
    return new Said(who, text(item.path("content")));
  }

  @Override
  void begin(String text, EventStream events) throws IOException {
    created(events);
    var item = message("").put("id", id("msg"));
    events.send(added(item));
    events.send(
        event("response.output_text.delta")
            .put("item_id", item.path("id").asString(""))
            .put("output_index", 0)
            .put("content_index", 0)
            .put("delta", text));
  }

  @Override
  void say(String text, EventStream events) throws IOException {
    created(events);
    finish(message(text).put("id", id("msg")), events);
  }

  @Override
  void call(Reply.Call call, ModelRequest request, EventStream events) throws IOException {
    created(events);
    finish(item(call, request), events);
  }

  private ObjectNode item(Reply.Call call, ModelRequest request) {
    var item = Json.object().put("status", "completed").put("call_id", id("call"));
    var dot = call.tool().indexOf('.');
    item.put("name", call.tool().substring(dot + 1));
    if (isFreeText(call.tool(), request)) {
      return item.put("type", "custom_tool_call")
          .put("id", id("ctc"))
          .put("input", call.arguments().path("input").asString(""));
    }
    if (dot > 0) {
      item.put("namespace", call.tool().substring(0, dot));
    }
    return item.put("type", "function_call")
        .put("id", id("fc"))
        .put("arguments", call.arguments().toString());
  }

  private static boolean isFreeText(String tool, ModelRequest request) {
    return StreamSupport.stream(request.body().path("tools").spliterator(), false)
        .anyMatch(
            known ->
                known.path("name").asString("").equals(tool)
                    && known.path("type").asString("").equals("custom"));
  }

  private void created(EventStream events) throws IOException {
    events.send(event("response.created").set("response", Json.object().put("id", id("response"))));
  }

  private static ObjectNode message(String text) {
    var item = event("message").put("role", "assistant").put("status", "completed");
    var content = item.putArray("content");
    if (!text.isEmpty()) {
      content.addObject().put("type", "output_text").put("text", text).putArray("annotations");
    }
    return item;
  }

  private static ObjectNode added(ObjectNode item) {
    var added = event("response.output_item.added").put("output_index", 0);
    added.set("item", item);
    return added;
  }

  private void finish(ObjectNode item, EventStream events) throws IOException {
    events.send(added(item));
    var done = event("response.output_item.done").put("output_index", 0);
    done.set("item", item);
    events.send(done);
    var completed = event("response.completed");
    var response = completed.putObject("response").put("id", id("response"));
    response.putArray("output").add(item);
    var usage = response.putObject("usage");
    usage.put("input_tokens", 100).put("output_tokens", 20).put("total_tokens", 120);
    usage.putObject("input_tokens_details").put("cached_tokens", 0);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    events.send(completed);
  }

  @Override
  ObjectNode error(Reply.Refuse error) {
    var json = Json.object();
    json.putObject("error")
        .put("type", "invalid_request_error")
        .put("code", "refused")
        .put("message", error.message());
    return json;
  }
}
