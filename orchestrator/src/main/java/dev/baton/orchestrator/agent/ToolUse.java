package dev.baton.orchestrator.agent;

import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One use of a tool by an agent.
 *
 * @param id the agent's own id of this use
 * @param name the agent's own name of the tool
 * @param result what came out, as text
 */
public record ToolUse(
    String id,
    String name,
    Kind kind,
    Status status,
    Optional<JsonNode> input,
    Optional<String> result) {
  /** What a tool does, whatever the agent calls it. */
  public enum Kind {
    READ,
    EDIT,
    EXECUTE,
    SEARCH,
    FETCH,
    MCP,
    PLAN,
    OTHER;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How far it is. */
  public enum Status {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    DENIED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ToolUse withStatus(Status now) {
    return new ToolUse(id, name, kind, now, input, result);
  }

  public ToolUse withResult(Status outcome, String text) {
    return new ToolUse(id, name, kind, outcome, input, Optional.of(text));
  }
}
