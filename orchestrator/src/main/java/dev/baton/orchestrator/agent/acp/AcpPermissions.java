package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers the requests of an agent: whether it may use a tool, and things that we do not offer. */
final class AcpPermissions {
  private final TurnRequest turn;
  private final AcpUpdates updates;
  private final WorkspaceRules rules;
  private final Map<String, Question> open = new HashMap<>();
  private final Map<String, String> denials = new LinkedHashMap<>();
  private final Map<String, String> unnoted = new LinkedHashMap<>();

  /** What the user is asked. */
  private record Question(JsonEvent request, AcpToolCall call, TurnLog log) {}

  AcpPermissions(TurnRequest turn, AcpUpdates updates) {
    this.turn = turn;
    this.updates = updates;
    this.rules = new WorkspaceRules(turn.workspace(), turn.variant());
  }

  boolean read(JsonEvent request, TurnLog log) {
    var id = request.json().path("id");
    var requestId = id.asString("");
    var method = request.text("method");
    if (!method.equals("session/request_permission")) {
      log.send(AcpMessages.refusal(requestId, id, method));
      // why: some agents tell files that they wrote to editors, and ask for what was typed
      // meanwhile, whether somebody is there or not
      return method.startsWith("fs/") || method.startsWith("craft/");
    }
    var call = updates.toolCall(request.at("params").at("toolCall"), log);
    if (turn.variant().mode() == TurnMode.APPROVALS) {
      open.put(requestId, new Question(request, call, log));
      log.approval(requestId, call.toolName(), call.words(), call.input().orElseGet(Json::object));
    } else {
      decide(requestId, request, call, log);
    }
    return true;
  }

  private void decide(String requestId, JsonEvent request, AcpToolCall call, TurnLog log) {
    var allowed = rules.allow(call.kind(), request.at("params").at("toolCall"));
    if (allowed) {
      log.begin(call.id());
    } else {
      updates.denied(call, log);
    }
    log.send(choice(requestId, request, allowed));
  }

  List<Send> answer(String requestId, ApprovalAnswer answer) {
    return Optional.ofNullable(open.get(requestId))
        .map(question -> List.of(answer(requestId, question, answer)))
        .orElse(List.of());
  }

  private Send answer(String requestId, Question question, ApprovalAnswer answer) {
    var call = question.call();
    return switch (answer) {
      case ApprovalAnswer.Approve _, ApprovalAnswer.Answer _ -> {
        question.log().begin(call.id());
        yield choice(requestId, question.request(), true);
      }
      case ApprovalAnswer.Deny(String reason) -> {
        denials.put(requestId, "The user denied '%s': %s".formatted(call.words(), reason));
        unnoted.put(call.id(), "%s (%s)".formatted(call.words(), reason));
        yield choice(requestId, question.request(), false);
      }
    };
  }

  /** Writes down what the user denied since the last call. */
  void noteDenials(TurnLog log) {
    unnoted.forEach(log::deny);
    unnoted.clear();
  }

  /** What was denied since the last call, in words for the agent. */
  String takeDenials() {
    var words = String.join("\n", denials.values());
    denials.clear();
    return words;
  }

  private static Send choice(String requestId, JsonEvent request, boolean allowed) {
    var id = request.json().path("id");
    var kinds = allowed ? Stream.of("allow_once", "allow_always") : rejections();
    return kinds
        .flatMap(kind -> options(request, kind))
        .findFirst()
        .map(option -> AcpMessages.choice(requestId, id, option))
        .orElseGet(() -> AcpMessages.noChoice(requestId, id));
  }

  private static Stream<String> rejections() {
    return Stream.of("reject_once", "reject_always");
  }

  private static Stream<String> options(JsonEvent request, String kind) {
    return request.at("params").list("options").stream()
        .filter(option -> option.text("kind").equals(kind))
        .map(option -> option.text("optionId"));
  }
}
