package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.call.RequiredText;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One program that ran, and what was said to it if it was an agent. */
record OldRun(OldRow process, String reason, UUID session, Optional<OldRow> said) {
  /** How programs ended. */
  static final Set<String> ENDS = Set.of("completed", "failed", "killed");

  private static final String AGENT = "codingagent";

  boolean isAgent() {
    return reason.equals(AGENT);
  }

  UUID turn() {
    return OldRow.derived("turn", process.id());
  }

  String status() {
    // why: nothing of it runs any more that we could know
    return process.text("status").filter(ENDS::contains).orElse("killed");
  }

  long started() {
    return process.time("started_at", "created_at").orElse(0L);
  }

  long ended() {
    return process.time("completed_at", "updated_at").orElse(started());
  }

  Optional<String> prompt() {
    return said.flatMap(row -> row.text("prompt")).or(() -> action("prompt"));
  }

  /** Versions of August 2025 called executors profiles. */
  Optional<String> executor() {
    return action("executor").or(() -> action("profile")).or(() -> process.text("executor_type"));
  }

  /** From what it was asked to do, in the forms of several versions. */
  Optional<String> action(String field) {
    try {
      JsonNode action = Json.MAPPER.readTree(process.text("executor_action").orElse("{}"));
      return Optional.of(action.findPath(field))
          .filter(JsonNode::isString)
          .map(JsonNode::stringValue)
          .filter(text -> !RequiredText.isBlank(text));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
