package dev.baton.orchestrator.agent.codex;

import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import dev.baton.orchestrator.agent.UsageReport;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The event stream of {@code codex exec --json}. */
final class ExecProtocol implements AgentProtocol {
  // why: what Codex does not even begin has no event, only this line
  private static final Pattern REJECTED =
      Pattern.compile("codex_core::tools::\\S+: error=(.*\\brejected\\b.*)");

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    switch (event.text("type")) {
      case "thread.started" -> log.session(event.text("thread_id"));
      case "turn.started" -> {}
      case "item.started", "item.updated" -> {
        return new CodexItem(event.at("item"), false).write(log);
      }
      case "item.completed" -> {
        var item = new CodexItem(event.at("item"), true);
        var known = item.write(log);
        item.refusal().ifPresent(summary -> log.deny(event.at("item").text("id"), summary));
        return known;
      }
      // why: it tries again; if that does not help, the turn fails with the same words
      case "error" -> log.say(EntryType.SYSTEM_MESSAGE, event.text("message"));
      case "turn.completed" -> {
        log.usage(usage(event.at("usage")));
        log.succeed();
      }
      case "turn.failed" ->
          log.fail(
              Cause.AGENT_ERROR, event.at("error").find("message").orElse("Codex gave no reason"));
      default -> {
        return false;
      }
    }
    return true;
  }

  private static UsageReport usage(JsonEvent usage) {
    return new UsageReport(
        UsageReport.Scope.SESSION,
        TokenCount.told(
            usage,
            List.of("input_tokens"),
            List.of("cached_input_tokens"),
            List.of("output_tokens")),
        Optional.empty());
  }

  @Override
  public Optional<String> deniedIn(String errorLine) {
    return rejection(errorLine);
  }

  /** What a line of standard error says that Codex refused by itself. */
  static Optional<String> rejection(String errorLine) {
    var rejected = REJECTED.matcher(errorLine);
    return rejected.find() ? Optional.of(rejected.group(1)) : Optional.empty();
  }

  @Override
  public Optional<Cause> causeOf(String errorLines) {
    return errorLines.contains("no rollout found")
        ? Optional.of(Cause.SESSION_LOST)
        : Optional.empty();
  }
}
