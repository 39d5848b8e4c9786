package dev.baton.orchestrator.agent.codex;

import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.agent.UsageReport;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the notifications of Codex's app server. */
final class AppServerEvents {
  /** Events that say nothing of the conversation, or what others say again as a whole. */
  private static final Set<String> SILENT =
      Set.of(
          "thread/started",
          "thread/name/updated",
          "thread/settings/updated",
          "turn/started",
          "turn/diff/updated",
          "turn/plan/updated",
          "item/commandExecution/terminalInteraction",
          "item/fileChange/patchUpdated",
          "item/mcpToolCall/progress",
          "mcpServer/startupStatus/updated",
          "skills/changed",
          "app/list/updated");

  private static final List<String> SILENT_FAMILIES =
      List.of(
          "account/",
          "remoteControl/",
          "hook/",
          "item/reasoning/",
          "thread/goal/",
          "thread/status/",
          "thread/readState/");

  private final Set<String> pieced = new HashSet<>();
  private Optional<UsageReport> usage = Optional.empty();

  boolean read(JsonEvent event, String threadId, TurnLog log) {
    var method = event.text("method");
    var params = event.at("params");
    switch (method) {
      case "item/started" -> {
        return new CodexItem(params.at("item"), false).write(log);
      }
      case "item/completed" -> {
        return completedItem(params.at("item"), log);
      }
      case "item/agentMessage/delta" -> piece(params, log);
      case "thread/tokenUsage/updated" -> count(params.at("tokenUsage").at("total"));
      case "error" -> log.say(EntryType.SYSTEM_MESSAGE, params.at("error").text("message"));
      case "warning", "guardianWarning" ->
          log.say(EntryType.SYSTEM_MESSAGE, params.text("message"));
      case "configWarning", "deprecationNotice" ->
          log.say(EntryType.SYSTEM_MESSAGE, params.text("summary"));
      case "turn/completed" -> completed(params, threadId, log);
      default -> {
        return isSilent(method);
      }
    }
    return true;
  }

  // why: a message that is cut off by an interrupt never comes as a whole
  private void piece(JsonEvent params, TurnLog log) {
    pieced.add(params.text("itemId"));
    log.piece(EntryType.ASSISTANT_MESSAGE, params.text("itemId"), params.text("delta"));
  }

  private boolean completedItem(JsonEvent item, TurnLog log) {
    if (pieced.remove(item.text("id"))) {
      log.joinPieces();
      return true;
    }
    return new CodexItem(item, true).write(log);
  }

  private static boolean isSilent(String method) {
    return SILENT.contains(method)
        || method.endsWith("elta")
        || SILENT_FAMILIES.stream().anyMatch(method::startsWith);
  }

  private void count(JsonEvent total) {
    usage =
        Optional.of(
            new UsageReport(
                UsageReport.Scope.SESSION,
                TokenCount.told(
                    total,
                    List.of("inputTokens"),
                    List.of("cachedInputTokens"),
                    List.of("outputTokens")),
                Optional.empty()));
  }

  private void completed(JsonEvent params, String threadId, TurnLog log) {
    // why: an agent that Codex itself started has turns, too
    if (!params.text("threadId").equals(threadId)) {
      return;
    }
    usage.ifPresent(log::usage);
    var turn = params.at("turn");
    switch (turn.text("status")) {
      case "completed" -> log.succeed();
      case "interrupted" -> log.fail(Cause.INTERRUPTED, "Interrupted");
      default ->
          log.fail(
              Cause.AGENT_ERROR,
              turn.at("error")
                  .find("message")
                  .orElse("Codex ended the turn: " + turn.text("status")));
    }
  }
}
