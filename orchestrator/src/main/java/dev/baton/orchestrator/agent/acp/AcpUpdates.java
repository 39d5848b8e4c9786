package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.UsageReport;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads the updates that an agent sends while it works. */
final class AcpUpdates {
  private final Map<String, AcpToolCall> calls = new HashMap<>();
  private Optional<BigDecimal> cost = Optional.empty();
  private Optional<TokenCount> told = Optional.empty();

  boolean read(JsonEvent update, TurnLog log) {
    switch (update.text("sessionUpdate")) {
      case "agent_message_chunk" -> {
        return piece(EntryType.ASSISTANT_MESSAGE, update, log);
      }
      case "agent_thought_chunk" -> {
        return piece(EntryType.THINKING, update, log);
      }
      case "tool_call", "tool_call_update" -> toolCall(update, log);
      case "plan" -> log.tool(plan(update));
      case "usage_update" -> cost(update.at("cost"));
      case "user_message_chunk",
          "available_commands_update",
          "current_mode_update",
          "config_option_update",
          "session_info_update" -> {}
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean piece(EntryType type, JsonEvent update, TurnLog log) {
    count(update.at("_meta").at("usage"));
    var content = update.at("content");
    if (!content.text("type").equals("text")) {
      return false;
    }
    log.piece(type, update.text("messageId"), content.text("text"));
    return true;
  }

  /** Writes down a call or what is new about it. */
  AcpToolCall toolCall(JsonEvent update, TurnLog log) {
    var id = update.text("toolCallId");
    var known = Optional.ofNullable(calls.get(id));
    var call = known.orElseGet(() -> AcpToolCall.of(id)).with(update);
    if (!known.equals(Optional.of(call))) {
      write(call, log);
    }
    return call;
  }

  /** Writes down that a call was not permitted. */
  void denied(AcpToolCall call, TurnLog log) {
    write(call.denied("Not permitted: this variant may only edit the workspace"), log);
  }

  private void write(AcpToolCall call, TurnLog log) {
    calls.put(call.id(), call);
    log.tool(call.tool(), call.words());
  }

  private static ToolUse plan(JsonEvent update) {
    return new ToolUse(
        "plan",
        "plan",
        ToolUse.Kind.PLAN,
        ToolUse.Status.COMPLETED,
        update.value("entries").map(entries -> Json.object().set("entries", entries)),
        Optional.empty());
  }

  private void cost(JsonEvent price) {
    if (price.text("currency").equals("USD")) {
      cost = price.value("amount").filter(JsonNode::isNumber).map(JsonNode::decimalValue);
    }
  }

  // why: Qwen Code tells what each answer of its model cost, and nothing at the end
  private void count(JsonEvent usage) {
    tokens(usage).ifPresent(more -> told = told.map(more::plus).or(() -> Optional.of(more)));
  }

  /** What the turn cost: tokens from the answer that ends it, or else as told before. */
  UsageReport usage(JsonEvent answer) {
    // why: Gemini CLI has a place of its own for the numbers
    var quota = answer.at("_meta").at("quota").at("token_count");
    return new UsageReport(
        UsageReport.Scope.TURN,
        tokens(answer.at("usage"))
            .or(
                () ->
                    TokenCount.told(
                        quota, List.of("input_tokens"), List.of(), List.of("output_tokens")))
            .or(() -> told),
        cost);
  }

  private static Optional<TokenCount> tokens(JsonEvent usage) {
    return TokenCount.told(
        usage, List.of("inputTokens"), List.of("cachedReadTokens"), List.of("outputTokens"));
  }
}
