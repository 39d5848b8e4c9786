package dev.baton.orchestrator.transcript;

import dev.baton.orchestrator.agent.ToolUse.Kind;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * One entry of a log.
 *
 * @param index rises by one over all processes of an attempt, per channel
 * @param type the wire name: {@code stdout} or {@code stderr}, or the kind of a normalised entry
 * @param continues true if the next entry goes on with the same line
 * @param replaces the index of the entry that this one takes the place of
 * @param tool the tool call of a {@code tool_use} entry
 */
public record LogEntry(
    long index,
    UUID processId,
    Instant timestamp,
    String type,
    String content,
    boolean continues,
    Optional<Long> replaces,
    Optional<ToolUse> tool) {
  /** True for what an agent tells the user: a message of its own, or a plan. */
  public boolean isMessageOrPlan() {
    return type.equals("assistant_message")
        || tool.filter(use -> use.kind().equals(Kind.PLAN.wireName())).isPresent();
  }

  /**
   * A tool call of an agent.
   *
   * @param result what came out, as text
   */
  public record ToolUse(
      String id,
      String name,
      String kind,
      String status,
      Optional<JsonNode> input,
      Optional<String> result) {
    /** What an agent did, as it stands in a log. */
    public static ToolUse of(dev.baton.orchestrator.agent.ToolUse use) {
      return new ToolUse(
          use.id(),
          use.name(),
          use.kind().wireName(),
          use.status().wireName(),
          use.input(),
          use.result());
    }
  }
}
