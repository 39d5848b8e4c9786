package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.ToolUse.Kind;
import dev.baton.orchestrator.agent.ToolUse.Status;
import dev.baton.orchestrator.agent.ToolWords;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The event stream of Claude Code. */
final class ClaudeProtocol implements AgentProtocol {
  static final String LOST = "No conversation found with session ID";

  private final Map<String, JsonNode> questions = new HashMap<>();
  private final Set<String> denied = new HashSet<>();

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    return switch (event.text("type")) {
      case "system" -> system(event, log);
      case "assistant" -> assistant(event, log);
      case "user" -> user(event, log);
      case "result" -> {
        ClaudeResult.of(event).write(log);
        yield true;
      }
      case "control_request" -> question(event, log);
      case "control_cancel_request" -> {
        log.withdrawApproval(event.text("request_id"));
        questions.remove(event.text("request_id"));
        yield true;
      }
      // why: pieces come again as whole messages, and answers to us say nothing new
      case "stream_event", "control_response", "keep_alive" -> true;
      default -> false;
    };
  }

  private boolean system(JsonEvent event, TurnLog log) {
    switch (event.text("subtype")) {
      case "init" -> log.session(event.text("session_id"));
      case "status", "ui_invalidate", "commands_changed" -> {}
      case "api_retry" -> log.say(EntryType.SYSTEM_MESSAGE, retry(event));
      case "permission_denied" -> denied(event, log);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String retry(JsonEvent event) {
    return "The model did not answer (%s %s), attempt %d of %d"
        .formatted(
            event.number("error_status"),
            event.text("error"),
            event.number("attempt"),
            event.number("max_retries"));
  }

  private void denied(JsonEvent event, TurnLog log) {
    var id = event.text("tool_use_id");
    var tool = log.findOpenTool(id).orElseGet(() -> unknownTool(id, event.text("tool_name")));
    denied.add(id);
    log.tool(tool.withResult(Status.DENIED, event.text("message")));
  }

  private static boolean assistant(JsonEvent event, TurnLog log) {
    var blocks = event.at("message").list("content");
    var known = blocks.stream().map(block -> assistantBlock(block, log)).toList();
    return !known.isEmpty() && !known.contains(false);
  }

  private static boolean assistantBlock(JsonEvent block, TurnLog log) {
    switch (block.text("type")) {
      case "text" -> log.say(EntryType.ASSISTANT_MESSAGE, block.text("text"));
      case "thinking" -> log.say(EntryType.THINKING, block.text("thinking"));
      case "redacted_thinking" -> log.say(EntryType.THINKING, "(hidden by the model's provider)");
      case "tool_use", "server_tool_use" -> log.tool(tool(block));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static ToolUse tool(JsonEvent block) {
    return new ToolUse(
        block.text("id"),
        block.text("name"),
        kindOf(block.text("name")),
        Status.RUNNING,
        block.value("input"),
        Optional.empty());
  }

  private boolean user(JsonEvent event, TurnLog log) {
    var message = event.at("message");
    if (message.find("content").isPresent()) {
      log.say(EntryType.SYSTEM_MESSAGE, message.text("content"));
      return true;
    }
    var known = message.list("content").stream().map(block -> userBlock(block, log)).toList();
    return !known.isEmpty() && !known.contains(false);
  }

  private boolean userBlock(JsonEvent block, TurnLog log) {
    switch (block.text("type")) {
      case "tool_result" -> toolResult(block, log);
      case "text" -> log.say(EntryType.SYSTEM_MESSAGE, block.text("text"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void toolResult(JsonEvent block, TurnLog log) {
    var id = block.text("tool_use_id");
    // why: the result of a denied use says again that it was denied
    if (!denied.remove(id)) {
      var tool = log.findOpenTool(id).orElseGet(() -> unknownTool(id, "tool"));
      var status = block.is("is_error") ? Status.FAILED : Status.COMPLETED;
      log.tool(tool.withResult(status, block.words("content")));
    }
  }

  private static ToolUse unknownTool(String id, String name) {
    return new ToolUse(id, name, kindOf(name), Status.RUNNING, Optional.empty(), Optional.empty());
  }

  private boolean question(JsonEvent event, TurnLog log) {
    var id = event.text("request_id");
    var request = event.at("request");
    if (!request.text("subtype").equals("can_use_tool")) {
      log.send(ClaudeControl.refusal(id, request.text("subtype")));
      return false;
    }
    var input = request.json().path("input");
    questions.put(id, input);
    var tool = request.text("tool_name");
    log.approval(id, tool, ToolWords.of(tool, input), input);
    return true;
  }

  @Override
  public List<Send> answer(String requestId, ApprovalAnswer answer) {
    return Optional.ofNullable(questions.get(requestId))
        .map(input -> List.of(ClaudeControl.answer(requestId, input, answer)))
        .orElse(List.of());
  }

  @Override
  public Optional<Cause> causeOf(String errorLines) {
    return errorLines.contains(LOST) ? Optional.of(Cause.SESSION_LOST) : Optional.empty();
  }

  /** What the tools of Claude Code, and of agents with the same stream, do. */
  private static Kind kindOf(String name) {
    return switch (name) {
      case "Read", "NotebookRead", "ReadMcpResourceTool", "read_file", "read_many_files" ->
          Kind.READ;
      case "Edit", "MultiEdit", "Write", "NotebookEdit", "edit", "write_file", "notebook_edit" ->
          Kind.EDIT;
      case "Bash", "BashOutput", "KillShell", "Monitor", "run_shell_command" -> Kind.EXECUTE;
      case "Glob", "Grep", "LS", "ToolSearch", "WebSearch", "glob", "grep_search" -> Kind.SEARCH;
      case "WebFetch", "web_fetch" -> Kind.FETCH;
      case "ExitPlanMode", "EnterPlanMode", "TodoWrite", "exit_plan_mode", "todo_write" ->
          Kind.PLAN;
      default -> name.startsWith("mcp__") ? Kind.MCP : Kind.OTHER;
    };
  }
}
