package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.AgentOutput.ActionDenied;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.ApprovalWithdrawn;
import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentOutput.SessionStarted;
import dev.baton.orchestrator.agent.AgentOutput.TurnEnded;
import dev.baton.orchestrator.agent.AgentOutput.UsageReported;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Outputs as people read them: what golden files hold. */
public final class Script {
  private static final int MAX_LENGTH = 400;

  private Script() {}

  public static String of(List<AgentOutput> outputs) {
    return outputs.stream().map(Script::line).collect(Collectors.joining("\n")) + "\n";
  }

  private static String line(AgentOutput output) {
    return switch (output) {
      case Entry(String key, EntryType type, String content, Optional<ToolUse> tool) ->
          "%-17s [%s] %s%s"
              .formatted(type.wireName(), key, flat(content), tool.map(Script::tool).orElse(""));
      case SessionStarted(String id) -> "session           " + id;
      case ApprovalRequested(String id, String name, String summary, var input) ->
          "APPROVAL %s        %s | %s | %s".formatted(id, name, summary, flat(input.toString()));
      case ApprovalWithdrawn(String id) -> "APPROVAL %s        withdrawn".formatted(id);
      case ActionDenied(String summary) -> "DENIED            " + flat(summary);
      case UsageReported(UsageReport usage) -> "usage reported    " + usage;
      case Send(String key, String sent) -> "SEND %-12s %s".formatted(key, flat(sent));
      case TurnEnded(TurnResult result) -> "END               " + result;
    };
  }

  private static String tool(ToolUse tool) {
    return "\n    %s %s, %s, %s\n    input:  %s\n    result: %s"
        .formatted(
            tool.name(),
            tool.id(),
            tool.kind().wireName(),
            tool.status().wireName(),
            flat(tool.input().map(Object::toString).orElse("-")),
            flat(tool.result().orElse("-")));
  }

  private static String flat(String text) {
    return Excerpt.start(text.replace("\n", "\\n"), MAX_LENGTH);
  }
}
