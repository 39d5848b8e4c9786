package dev.baton.orchestrator.agent;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An event read from the output of an agent. */
public sealed interface AgentOutput {
  /**
   * A part of the conversation.
   *
   * @param key stable within the turn; a later entry with the same key replaces the earlier one
   * @param tool present if, and only if, the type is {@link EntryType#TOOL_USE}
   */
  record Entry(String key, EntryType type, String content, Optional<ToolUse> tool)
      implements AgentOutput {
    public static Entry of(String key, EntryType type, String content) {
      return new Entry(key, type, content, Optional.empty());
    }

    public static Entry of(String key, String content, ToolUse tool) {
      return new Entry(key, EntryType.TOOL_USE, content, Optional.of(tool));
    }
  }

  /** The agent's own id of the conversation, with which a later turn can go on. */
  record SessionStarted(String agentSessionId) implements AgentOutput {}

  /**
   * The agent wants to use a tool and waits for the answer.
   *
   * @param requestId the agent's own, unique within the turn
   * @param input what the tool would get
   */
  record ApprovalRequested(String requestId, String toolName, String summary, JsonNode input)
      implements AgentOutput {}

  /** The agent no longer waits for this answer, because it has it or needs it no more. */
  record ApprovalWithdrawn(String requestId) implements AgentOutput {}

  /** The agent was refused something: what it wanted to do, and why not. Given once for each. */
  record ActionDenied(String summary) implements AgentOutput {}

  /** What the turn cost so far; a later one replaces it. */
  record UsageReported(UsageReport usage) implements AgentOutput {}

  /**
   * A line to write to the agent's standard input, without its line end.
   *
   * @param key stable within the turn, so that nothing is sent twice when lines are read again
   */
  record Send(String key, String line) implements AgentOutput {}

  /**
   * The agent said that the turn is over, or it has ended without saying so. Given once. Close the
   * agent's standard input then, and end a program that does not go by itself; a few entries may
   * still follow.
   */
  record TurnEnded(TurnResult result) implements AgentOutput {}
}
