package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.acp.AcpExecutor;
import dev.baton.orchestrator.agent.claude.ClaudeExecutor;
import dev.baton.orchestrator.agent.codex.CodexExecutor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What agents printed in vibe-kanban, in the words of agents that we know: Claude Code and Amp as
 * they are, Cursor and Droid as Claude Code, Codex of all its streams, OpenCode, and agents of the
 * Agent Client Protocol as its own client wrote them down. Not thread safe.
 */
final class OldEvents implements AgentProtocol {
  private final AgentProtocol claude = ClaudeExecutor.events();
  private final AgentProtocol codex = CodexExecutor.events();
  private final AgentProtocol acp = AcpExecutor.updates();
  private final AgentProtocol openCode = new OldOpenCode(acp);
  // why: the end of a call does not say again what was called
  private final Map<String, ObjectNode> calls = new HashMap<>();

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    if (event.find("method").isPresent()) {
      return appServer(event.text("method"), event.at("params"), log);
    }
    if (event.at("msg").find("type").isPresent()) {
      return codexEvent(event.at("msg"), log);
    }
    var type = event.text("type");
    return switch (type) {
      case "" -> acp(event, log);
      case "tool_call" -> claude.read(call(event), log);
      case "tool_result" -> claude.read(result(event), log);
      case "sdk_event" -> openCode.read(event.at("event"), log);
      case "error" -> {
        log.say(EntryType.ERROR, event.text("message"));
        yield true;
      }
      case "message" -> {
        if (event.text("role").equals("assistant")) {
          log.say(EntryType.ASSISTANT_MESSAGE, event.text("text"));
        }
        yield true;
      }
      default -> (type.contains(".") ? codex : claude).read(event, log);
    };
  }

  private boolean appServer(String method, JsonEvent params, TurnLog log) {
    return switch (method) {
      case "item/started" -> item("item.started", params.json().path("item"), log);
      case "item/completed" -> item("item.completed", params.json().path("item"), log);
      default -> method.startsWith("codex/event") && codexEvent(params.at("msg"), log);
    };
  }

  private boolean item(String type, JsonNode item, TurnLog log) {
    return codex.read(new JsonEvent(Json.object().put("type", type).set("item", item)), log);
  }

  /** Events of Codex before it had items, as items. */
  private boolean codexEvent(JsonEvent event, TurnLog log) {
    var id = event.text("call_id");
    return switch (event.text("type")) {
      case "agent_message" -> ended("agent_message", event.text("message"), log);
      case "agent_reasoning" -> ended("reasoning", event.text("text"), log);
      case "exec_command_begin" ->
          begun(
              id,
              Json.object().put("type", "command_execution").put("command", command(event)),
              log);
      case "exec_command_end" -> {
        var code = event.number("exit_code");
        var output = event.find("aggregated_output").orElseGet(() -> printed(event));
        yield ended(
            known(id, "command_execution").put("exit_code", code).put("aggregated_output", output),
            code == 0,
            log);
      }
      case "patch_apply_begin" ->
          begun(id, Json.object().put("type", "file_change").set("changes", changes(event)), log);
      case "patch_apply_end" ->
          ended(
              known(id, "file_change").put("aggregated_output", printed(event)),
              event.is("success"),
              log);
      case "mcp_tool_call_begin" -> begun(id, mcpCall(event.at("invocation")), log);
      case "mcp_tool_call_end" -> {
        var result = event.at("result");
        var call = known(id, "mcp_tool_call");
        if (result.has("Ok")) {
          call.set("result", result.json().path("Ok"));
        } else {
          call.putObject("error").put("message", result.text("Err"));
        }
        yield ended(call, result.has("Ok") && !result.at("Ok").is("is_error"), log);
      }
      case "web_search_end" ->
          ended(known(id, "web_search").put("query", event.text("query")), true, log);
      case "plan_update" ->
          ended(known("plan", "todo_list").set("items", event.json().path("plan")), true, log);
      case "error" -> {
        log.say(EntryType.ERROR, event.text("message"));
        yield true;
      }
      default -> false;
    };
  }

  private boolean begun(String id, ObjectNode call, TurnLog log) {
    var item = call.put("id", id);
    calls.put(id, item);
    return item("item.started", item, log);
  }

  private ObjectNode known(String id, String type) {
    return Optional.ofNullable(calls.remove(id))
        .orElseGet(() -> Json.object().put("type", type).put("id", id));
  }

  private boolean ended(ObjectNode call, boolean isGood, TurnLog log) {
    return item("item.completed", call.put("status", isGood ? "completed" : "failed"), log);
  }

  private boolean ended(String type, String text, TurnLog log) {
    return item("item.completed", Json.object().put("type", type).put("text", text), log);
  }

  private static String printed(JsonEvent event) {
    return event.text("stdout") + event.text("stderr");
  }

  /** The last word is what a person would type: the others are the shell and its options. */
  private static String command(JsonEvent event) {
    var words = event.list("command").stream().map(word -> word.json().asString("")).toList();
    return words.size() == 3 && words.get(1).matches("-l?c")
        ? words.getLast()
        : words.isEmpty() ? event.text("command") : String.join(" ", words);
  }

  private static JsonNode changes(JsonEvent event) {
    var changes = Json.MAPPER.createArrayNode();
    event
        .at("changes")
        .names()
        .forEach(
            path -> {
              var change = event.at("changes").at(path);
              changes
                  .addObject()
                  .put("path", path)
                  .put(
                      "kind",
                      change
                          .find("type")
                          .orElseGet(() -> change.names().collect(Collectors.joining())));
            });
    return changes;
  }

  private static ObjectNode mcpCall(JsonEvent invocation) {
    var call =
        Json.object()
            .put("type", "mcp_tool_call")
            .put("server", invocation.text("server"))
            .put("tool", invocation.text("tool"));
    invocation.value("arguments").ifPresent(value -> call.set("arguments", value));
    return call;
  }

  /** Its own client wrote down each update under the name of its kind. */
  private boolean acp(JsonEvent event, TurnLog log) {
    for (var name : event.names().toList()) {
      var kind =
          switch (name) {
            case "Message" -> "agent_message_chunk";
            case "Thought" -> "agent_thought_chunk";
            case "ToolCall" -> "tool_call";
            case "ToolUpdate" -> "tool_call_update";
            case "Plan" -> "plan";
            default -> "";
          };
      if (!kind.isEmpty() && event.json().path(name) instanceof ObjectNode said) {
        var update = kind.endsWith("chunk") ? Json.object().set("content", said) : said;
        return acp.read(new JsonEvent(update.put("sessionUpdate", kind)), log);
      }
    }
    return false;
  }

  /** Cursor names the call by its field, and says its beginning and its end in the same form. */
  private static JsonEvent call(JsonEvent event) {
    var name = event.at("tool_call").names().findFirst();
    if (name.isEmpty()) {
      return use(event.text("id"), event.text("toolName"), event.value("parameters"));
    }
    var call = event.at("tool_call").at(name.get());
    return event.text("subtype").equals("completed")
        ? outcome(
            event.text("call_id"),
            call.words("result"),
            call.value("result").isPresent() && !call.at("result").has("success"))
        : use(event.text("call_id"), name.get().replace("ToolCall", ""), call.value("args"));
  }

  private static JsonEvent result(JsonEvent event) {
    return outcome(
        event.find("id").orElse(event.text("toolId")),
        event
            .find("value")
            .orElseGet(() -> event.words("value") + event.at("error").text("message")),
        event.is("isError"));
  }

  private static JsonEvent use(String id, String name, Optional<JsonNode> input) {
    var use = Json.object().put("type", "tool_use").put("id", id).put("name", name);
    input.ifPresent(value -> use.set("input", value));
    return message("assistant", use);
  }

  private static JsonEvent outcome(String id, String content, boolean isError) {
    return message(
        "user",
        Json.object()
            .put("type", "tool_result")
            .put("tool_use_id", id)
            .put("content", content)
            .put("is_error", isError));
  }

  private static JsonEvent message(String role, ObjectNode block) {
    var event = Json.object().put("type", role);
    event.putObject("message").putArray("content").add(block);
    return new JsonEvent(event);
  }
}
