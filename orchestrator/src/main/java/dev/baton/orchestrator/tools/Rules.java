package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rules between fields that more than one tool has: as a schema says them, and as we check them.
 */
final class Rules {
  static final String ATTEMPT = "attempt_id";
  static final String SESSION = "session_id";

  private Rules() {}

  /** At the root of a schema: not both of cursor and this field. */
  static ObjectNode notWithCursor(String after) {
    var rule = Json.object();
    rule.putObject("not").set("required", Json.strings(List.of("cursor", after)));
    return rule;
  }

  /** Paging goes one way at a time. */
  static void refuseMixedPagination(ObjectNode arguments, String after) {
    if (arguments.has("cursor") && arguments.has(after)) {
      throw new ToolFailure(
          BoardFailureCode.MIXED_PAGINATION,
          "Both cursor and %s were given; they page in opposite directions".formatted(after),
          "Repeat the call with cursor alone to read older entries, or with %s alone to read newer"
                  .formatted(after)
              + " ones");
    }
  }

  /** Exactly one of attempt and session. */
  static void requireOneTarget(ObjectNode arguments) {
    if (arguments.has(ATTEMPT) == arguments.has(SESSION)) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          arguments.has(ATTEMPT)
              ? "Both attempt_id and session_id were given, and only one can be the target"
              : "Neither attempt_id nor session_id was given",
          "Repeat the call with exactly one of attempt_id (from list_task_attempts) and session_id"
              + " (latest_session_id of get_attempt_status)");
    }
  }
}
