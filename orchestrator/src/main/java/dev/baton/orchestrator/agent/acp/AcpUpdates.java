package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.ToolUse;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.UsageReport;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads the updates that an agent sends while it works. */
final class AcpUpdates {
  private final Map<String, AcpToolCall> calls = new HashMap<>();
  private Optional<BigDecimal> cost = Optional.empty();
  private Optional<UsageReport> told = Optional.empty();

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
    if (usage.has("inputTokens")) {
      told =
          Optional.of(
              usage(
                  usage.number("inputTokens") + told.map(UsageReport::inputTokens).orElse(0L),
                  usage.number("cachedReadTokens")
                      + told.map(UsageReport::cachedInputTokens).orElse(0L),
                  usage.number("outputTokens") + told.map(UsageReport::outputTokens).orElse(0L)));
    }
  }

  /** What the turn cost, from the answer that ends it, or else from what was told before. */
  Optional<UsageReport> usage(JsonEvent answer) {
    var usage = answer.at("usage");
    if (usage.has("inputTokens") || cost.isPresent()) {
      return Optional.of(
          usage(
              usage.number("inputTokens"),
              usage.number("cachedReadTokens"),
              usage.number("outputTokens")));
    }
    // why: Gemini CLI has a place of its own for the numbers
    var quota = answer.at("_meta").at("quota").at("token_count");
    return quota.has("input_tokens")
        ? Optional.of(usage(quota.number("input_tokens"), 0, quota.number("output_tokens")))
        : told;
  }

  private UsageReport usage(long input, long cached, long output) {
    return new UsageReport(UsageReport.Scope.TURN, input, cached, output, cost);
  }
}
