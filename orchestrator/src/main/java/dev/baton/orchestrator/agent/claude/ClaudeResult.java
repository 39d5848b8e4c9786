package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.ToolWords;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.agent.UsageReport;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The closing event of Claude Code. */
record ClaudeResult(JsonEvent event) {
  private static final String CACHED = "cache_read_input_tokens";

  static ClaudeResult of(JsonEvent event) {
    return new ClaudeResult(event);
  }

  void write(TurnLog log) {
    log.session(lost() ? "" : event.text("session_id"));
    log.usage(usage());
    event.list("permission_denials").forEach(denial -> deny(denial, log));
    // why: an error of the model's API has the subtype success, with is_error beside it
    if (event.text("subtype").equals("success") && !event.is("is_error")) {
      log.succeed();
    } else {
      log.fail(cause(), summary());
    }
  }

  private static void deny(JsonEvent denial, TurnLog log) {
    log.deny(
        denial.text("tool_use_id"),
        ToolWords.of(denial.text("tool_name"), denial.json().path("tool_input")));
  }

  private Cause cause() {
    if (lost()) {
      return Cause.SESSION_LOST;
    }
    return event.text("terminal_reason").startsWith("aborted")
        ? Cause.INTERRUPTED
        : Cause.AGENT_ERROR;
  }

  private boolean lost() {
    return errors().stream().anyMatch(error -> error.contains(ClaudeProtocol.LOST));
  }

  private String summary() {
    var said = event.find("result").orElseGet(() -> String.join("\n", errors()));
    return switch (cause()) {
      case SESSION_LOST -> "session lost: " + said;
      case INTERRUPTED -> "Interrupted";
      case AGENT_ERROR, NO_CLOSING_EVENT ->
          said.isBlank() ? "Claude Code failed: " + event.text("subtype") : said;
    };
  }

  private List<String> errors() {
    return event.list("errors").stream()
        .map(JsonEvent::json)
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .toList();
  }

  private UsageReport usage() {
    return new UsageReport(
        UsageReport.Scope.TURN,
        TokenCount.told(
            event.at("usage"),
            List.of("input_tokens", CACHED, "cache_creation_input_tokens"),
            List.of(CACHED),
            List.of("output_tokens")),
        event.value("total_cost_usd").filter(JsonNode::isNumber).map(JsonNode::decimalValue));
  }
}
