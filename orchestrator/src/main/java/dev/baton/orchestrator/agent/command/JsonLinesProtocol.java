package dev.baton.orchestrator.agent.command;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.ToolUse.Kind;
import dev.baton.orchestrator.agent.ToolUse.Status;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.agent.UsageReport;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The event stream that Baton itself has defined: that of the scripted agent and of commands. */
public final class JsonLinesProtocol implements AgentProtocol {
  private final Set<String> questions = new HashSet<>();
  private final boolean hearsAnswers;
  private boolean lost;

  /**
   * A turn that has not begun.
   *
   * @param hearsAnswers true if the agent reads its input to the end, so that it can ask; it has
   *     conversations then, which a command has not
   */
  public JsonLinesProtocol(boolean hearsAnswers) {
    this.hearsAnswers = hearsAnswers;
  }

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    var type = event.text("type");
    if (type.equals("approval_request") && !hearsAnswers) {
      return false;
    }
    switch (type) {
      case "session" -> log.session(event.text("session_id"));
      case "assistant" -> log.say(EntryType.ASSISTANT_MESSAGE, event.text("text"));
      case "thinking" -> log.say(EntryType.THINKING, event.text("text"));
      case "tool_use" -> log.tool(tool(event));
      case "approval_request" -> ask(event, log);
      case "error" -> {
        lost |= event.text("code").equals("session_lost");
        log.say(EntryType.ERROR, event.text("message"));
      }
      case "usage" -> log.usage(usage(event));
      case "result" -> ended(event, log);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static ToolUse tool(JsonEvent event) {
    return new ToolUse(
        event.text("id"),
        event.text("name"),
        kind(event.text("kind")),
        status(event.text("status")),
        event.value("input"),
        event.find("result"));
  }

  private static Kind kind(String told) {
    return switch (told) {
      case "edit" -> Kind.EDIT;
      case "execute" -> Kind.EXECUTE;
      case "mcp" -> Kind.MCP;
      default -> Kind.OTHER;
    };
  }

  private static Status status(String told) {
    return switch (told) {
      case "completed" -> Status.COMPLETED;
      case "failed" -> Status.FAILED;
      case "denied" -> Status.DENIED;
      default -> Status.RUNNING;
    };
  }

  private void ask(JsonEvent event, TurnLog log) {
    questions.add(event.text("id"));
    var input =
        log.findOpenTool(event.text("tool_use_id"))
            .flatMap(use -> use.input())
            .orElseGet(Json::object);
    log.approval(event.text("id"), event.text("tool_name"), event.text("summary"), input);
  }

  private UsageReport usage(JsonEvent event) {
    return new UsageReport(
        UsageReport.Scope.TURN,
        TokenCount.told(event, List.of("input_tokens"), List.of(), List.of("output_tokens")),
        // why: a command has no conversation whose cost it could add up
        hearsAnswers ? UsageReport.Scope.SESSION : UsageReport.Scope.TURN,
        event.decimal("cost_usd"));
  }

  private void ended(JsonEvent event, TurnLog log) {
    switch (event.text("status")) {
      case "success" -> log.succeed();
      case "interrupted" -> log.fail(Cause.INTERRUPTED, "Interrupted");
      default ->
          log.fail(
              lost ? Cause.SESSION_LOST : Cause.AGENT_ERROR,
              event.find("error").orElse("The agent gave no reason"));
    }
  }

  @Override
  public List<Send> answer(String requestId, ApprovalAnswer answer) {
    if (!questions.contains(requestId)) {
      return List.of();
    }
    var line = Json.object().put("type", "approval_response").put("id", requestId);
    switch (answer) {
      case ApprovalAnswer.Approve() -> line.put("decision", "approve");
      case ApprovalAnswer.Answer(String text) ->
          line.put("decision", "approve").put("reason", text);
      case ApprovalAnswer.Deny(String reason) -> line.put("decision", "deny").put("reason", reason);
    }
    return List.of(new Send("answer-" + requestId, line.toString()));
  }
}
