package dev.baton.orchestrator.agent.codex;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.ToolWords;
import dev.baton.orchestrator.agent.TurnLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Answers the requests of Codex's app server. */
final class AppServerQuestions {
  private final Map<String, JsonNode> open = new HashMap<>();

  boolean read(JsonEvent event, TurnLog log) {
    var id = event.json().path("id");
    var requestId = id.asString("");
    var method = event.text("method");
    switch (method) {
      case "item/commandExecution/requestApproval" -> ask(id, "shell", event.at("params"), log);
      case "item/fileChange/requestApproval" -> ask(id, "apply_patch", event.at("params"), log);
      case "mcpServer/elicitation/request" ->
          log.send(AppServerMessages.declineElicitation(requestId, id));
      default -> {
        log.send(AppServerMessages.refusal(requestId, id, method));
        return false;
      }
    }
    return true;
  }

  private void ask(JsonNode id, String tool, JsonEvent params, TurnLog log) {
    var requestId = id.asString("");
    open.put(requestId, id);
    var input =
        log.findOpenTool(params.text("itemId"))
            .flatMap(use -> use.input())
            .orElseGet(() -> command(params));
    var reason = params.find("reason").map(text -> " (" + text + ")").orElse("");
    log.approval(requestId, tool, ToolWords.of(tool, input) + reason, input);
  }

  private static JsonNode command(JsonEvent params) {
    var input = Json.object();
    params.find("command").ifPresent(command -> input.put("command", command));
    params.find("cwd").ifPresent(directory -> input.put("cwd", directory));
    return input;
  }

  void resolved(JsonEvent params, TurnLog log) {
    var requestId = params.json().path("requestId").asString("");
    if (open.remove(requestId) != null) {
      log.withdrawApproval(requestId);
    }
  }

  List<Send> answer(String requestId, ApprovalAnswer answer, String threadId, String turnId) {
    return Optional.ofNullable(open.get(requestId))
        .map(id -> lines(requestId, id, answer, threadId, turnId))
        .orElse(List.of());
  }

  private static List<Send> lines(
      String requestId, JsonNode id, ApprovalAnswer answer, String threadId, String turnId) {
    return switch (answer) {
      case ApprovalAnswer.Approve _, ApprovalAnswer.Answer _ ->
          List.of(AppServerMessages.decision(requestId, id, "accept"));
      case ApprovalAnswer.Deny(String reason) ->
          List.of(
              // why: the answer itself has no room for a reason
              AppServerMessages.steer(
                  requestId, threadId, turnId, "The user denied this: " + reason),
              AppServerMessages.decision(requestId, id, "decline"));
    };
  }
}
