package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Events of OpenCode's server, as vibe-kanban wrote them down since January 2026. A part of a
 * message comes again and again as it grows. Not thread safe.
 */
final class OldOpenCode implements AgentProtocol {
  private final AgentProtocol acp;
  private final Set<String> ofUser = new HashSet<>();
  private final Map<String, EntryType> types = new HashMap<>();
  private final Map<String, String> said = new HashMap<>();

  OldOpenCode(AgentProtocol acp) {
    this.acp = acp;
  }

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    var told = event.at("properties");
    return switch (event.text("type")) {
      case "message.updated" -> {
        if (told.at("info").text("role").equals("user")) {
          ofUser.add(told.at("info").text("id"));
        }
        yield true;
      }
      case "message.part.updated" -> part(told.at("part"), log);
      case "message.part.delta" -> {
        var id = told.text("partID");
        if (told.text("field").equals("text") && types.containsKey(id)) {
          say(id, said.getOrDefault(id, "") + told.text("delta"), log);
        }
        yield true;
      }
      case "session.error" -> {
        var error = told.at("error");
        log.say(
            EntryType.ERROR,
            error.at("data").find("message").orElseGet(() -> error.text("message")));
        yield true;
      }
      default -> true;
    };
  }

  private boolean part(JsonEvent part, TurnLog log) {
    if (ofUser.contains(part.text("messageID"))) {
      return true;
    }
    switch (part.text("type")) {
      case "text" -> text(EntryType.ASSISTANT_MESSAGE, part, log);
      case "reasoning" -> text(EntryType.THINKING, part, log);
      case "tool" -> {
        return acp.read(call(part), log);
      }
      default -> {
        // steps and snapshots, which say nothing to people
      }
    }
    return true;
  }

  private void text(EntryType type, JsonEvent part, TurnLog log) {
    var id = part.text("id");
    types.put(id, type);
    say(id, part.text("text"), log);
  }

  /** What is new of a part. */
  private void say(String id, String whole, TurnLog log) {
    var before = said.getOrDefault(id, "");
    if (whole.length() > before.length() && whole.startsWith(before)) {
      said.put(id, whole);
      log.piece(
          types.getOrDefault(id, EntryType.ASSISTANT_MESSAGE),
          id,
          whole.substring(before.length()));
    }
  }

  private static JsonEvent call(JsonEvent part) {
    var state = part.at("state");
    var tool = part.text("tool");
    var call =
        Json.object()
            .put("sessionUpdate", "tool_call_update")
            .put("toolCallId", part.text("callID"))
            .put("name", tool)
            .put("title", state.find("title").map(title -> tool + ": " + title).orElse(tool))
            .put("kind", kind(tool))
            .put("status", status(state.text("status")));
    state.value("input").ifPresent(input -> call.set("rawInput", input));
    state.value("output").or(() -> state.value("error")).ifPresent(it -> call.set("rawOutput", it));
    return new JsonEvent(call);
  }

  private static String status(String state) {
    return switch (state) {
      case "running" -> "in_progress";
      case "error" -> "failed";
      default -> state;
    };
  }

  private static String kind(String tool) {
    return switch (tool) {
      case "bash" -> "execute";
      case "edit", "multiedit", "write", "patch" -> "edit";
      case "read", "list" -> "read";
      case "glob", "grep", "codesearch" -> "search";
      case "webfetch", "websearch" -> "fetch";
      default -> "other";
    };
  }
}
