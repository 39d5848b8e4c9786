package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.ToolUse.Kind;
import dev.baton.orchestrator.agent.ToolUse.Status;
import dev.baton.orchestrator.agent.ToolWords;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A use of a tool, put together from the pieces that the agent sent. */
record AcpToolCall(
    String id,
    String name,
    String title,
    String kind,
    Status status,
    Optional<JsonNode> input,
    Optional<String> result) {
  private static final Set<String> REFUSALS = Set.of("denied", "rejected");

  static AcpToolCall of(String id) {
    return new AcpToolCall(id, "", "", "", Status.PENDING, Optional.empty(), Optional.empty());
  }

  /** The same call with what is new. */
  AcpToolCall with(JsonEvent update) {
    var newTitle = update.find("title").orElse(title);
    return new AcpToolCall(
        id,
        // why: the first title is the nearest to a name where an agent gives none
        update.find("name").orElse(name.isEmpty() ? newTitle : name),
        newTitle,
        update.find("kind").orElse(kind),
        status(update.text("status"), update.at("rawOutput")),
        newInput(update).or(() -> input),
        newResult(update).or(() -> result));
  }

  AcpToolCall denied(String why) {
    return new AcpToolCall(id, name, title, kind, Status.DENIED, input, Optional.of(why));
  }

  private Status status(String told, JsonEvent output) {
    // why: an agent calls a use that we did not permit a failure, or does not speak of it again
    if (status == Status.DENIED) {
      return status;
    }
    // why: Copilot tells so what its own rules, or the user, refused
    if (told.equals("failed") && REFUSALS.contains(output.text("code"))) {
      return Status.DENIED;
    }
    return switch (told) {
      case "pending" -> Status.PENDING;
      case "in_progress" -> Status.RUNNING;
      case "completed" -> Status.COMPLETED;
      case "failed" -> Status.FAILED;
      default -> status;
    };
  }

  private static Optional<JsonNode> newInput(JsonEvent update) {
    return update
        .value("rawInput")
        .filter(input -> !input.isEmpty() || input.isString())
        .or(() -> diff(update).map(AcpToolCall::change));
  }

  private static Optional<JsonEvent> diff(JsonEvent update) {
    return update.list("content").stream()
        .filter(content -> content.text("type").equals("diff"))
        .findFirst();
  }

  private static JsonNode change(JsonEvent diff) {
    return Json.object()
        .put("path", diff.text("path"))
        .put("old_text", diff.text("oldText"))
        .put("new_text", diff.text("newText"));
  }

  private static Optional<String> newResult(JsonEvent update) {
    return update
        .value("rawOutput")
        .map(JsonEvent::new)
        .map(AcpToolCall::outputText)
        .or(() -> contentText(update));
  }

  private static String outputText(JsonEvent output) {
    return output.json().isString()
        ? output.json().stringValue()
        : output
            .find("output")
            .or(() -> output.find("content"))
            .or(() -> output.find("message"))
            .orElseGet(() -> output.json().toString());
  }

  private static Optional<String> contentText(JsonEvent update) {
    var text =
        update.list("content").stream()
            .flatMap(content -> content.at("content").find("text").stream())
            .collect(Collectors.joining("\n"));
    return Optional.of(text).filter(found -> !found.isBlank());
  }

  ToolUse tool() {
    return new ToolUse(id, toolName(), toolKind(), status, input, result);
  }

  String toolName() {
    return Stream.of(name, kind, "tool").filter(text -> !text.isEmpty()).findFirst().orElseThrow();
  }

  /** What it does, in the agent's own words as far as they say it. */
  String words() {
    return ToolWords.complete(title.isEmpty() ? toolName() : title, input.orElseGet(Json::object));
  }

  private Kind toolKind() {
    return switch (kind) {
      case "read" -> Kind.READ;
      case "edit", "delete", "move" -> Kind.EDIT;
      case "search" -> Kind.SEARCH;
      case "execute" -> Kind.EXECUTE;
      case "fetch" -> Kind.FETCH;
      case "switch_mode" -> Kind.PLAN;
      default -> Kind.OTHER;
    };
  }
}
