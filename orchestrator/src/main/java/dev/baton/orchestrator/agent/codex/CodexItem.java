package dev.baton.orchestrator.agent.codex;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.ToolUse.Kind;
import dev.baton.orchestrator.agent.ToolUse.Status;
import dev.baton.orchestrator.agent.ToolWords;
import dev.baton.orchestrator.agent.TurnLog;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A part of a Codex conversation. Both of its streams have them; one writes names with underscores,
 * the other with capitals.
 */
record CodexItem(JsonEvent item, boolean completed) {
  // why: a sandbox shows all that a command may not change as a system that cannot be written
  private static final String READ_ONLY = "Read-only file system";

  /** Writes down what it means; false if it is of an unknown kind. */
  boolean write(TurnLog log) {
    switch (item.text("type")) {
      case "agent_message", "agentMessage", "plan" -> say(log, EntryType.ASSISTANT_MESSAGE);
      case "reasoning" -> say(log, EntryType.THINKING);
      case "error" -> log.say(EntryType.SYSTEM_MESSAGE, item.text("message"));
      // why: it is our own prompt
      case "user_message", "userMessage" -> {}
      case "command_execution", "commandExecution" ->
          log.tool(tool("shell", Kind.EXECUTE, Optional.of(commandInput())));
      case "file_change", "fileChange" -> log.tool(tool("apply_patch", Kind.EDIT, changes()));
      case "mcp_tool_call", "mcpToolCall" ->
          log.tool(
              tool(item.text("server") + "." + item.text("tool"), Kind.MCP, value("arguments")));
      case "web_search", "webSearch" -> log.tool(tool("web_search", Kind.SEARCH, itself("query")));
      case "todo_list" -> log.tool(tool("todo_list", Kind.PLAN, itself("items")));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** What the sandbox of Codex did not let a command do; such a command has run and failed. */
  Optional<String> refusal() {
    return output()
        .filter(_ -> status() == Status.FAILED)
        .flatMap(text -> text.lines().filter(line -> line.contains(READ_ONLY)).findFirst())
        .map(line -> "%s (%s)".formatted(ToolWords.of("shell", commandInput()), line.strip()));
  }

  private void say(TurnLog log, EntryType type) {
    if (completed) {
      log.say(type, item.find("text").orElseGet(this::reasons));
    }
  }

  private String reasons() {
    return Stream.of("summary", "content")
        .flatMap(name -> item.list(name).stream())
        .map(JsonEvent::json)
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .collect(Collectors.joining("\n"));
  }

  private ToolUse tool(String name, Kind kind, Optional<JsonNode> input) {
    return new ToolUse(item.text("id"), name, kind, status(), input, result());
  }

  private Status status() {
    return switch (item.text("status")) {
      case "completed" -> Status.COMPLETED;
      case "failed" -> Status.FAILED;
      case "declined" -> Status.DENIED;
      default -> completed ? Status.COMPLETED : Status.RUNNING;
    };
  }

  private JsonNode commandInput() {
    return Json.object().put("command", item.text("command"));
  }

  private Optional<JsonNode> changes() {
    return itself("changes");
  }

  private Optional<JsonNode> itself(String name) {
    return value(name).map(found -> Json.object().set(name, found));
  }

  private Optional<JsonNode> value(String name) {
    return item.value(name);
  }

  private Optional<String> result() {
    return Stream.of(output(), failure(), mcpResult(), exitCode())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> output() {
    return item.find("aggregated_output").or(() -> item.find("aggregatedOutput"));
  }

  private Optional<String> failure() {
    return item.at("error").find("message");
  }

  private Optional<String> mcpResult() {
    return item.at("result").has("content")
        ? Optional.of(item.at("result").words("content"))
        : Optional.empty();
  }

  private Optional<String> exitCode() {
    return value("exit_code").or(() -> value("exitCode")).map(code -> "exit code " + code);
  }
}
