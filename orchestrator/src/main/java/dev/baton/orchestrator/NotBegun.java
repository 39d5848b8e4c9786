package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import java.util.Map;

/**
 * The answer of attempts in which nothing has run, so that there is no session and no workspace.
 */
final class NotBegun {
  private NotBegun() {}

  static ToolFailure of(Attempt attempt) {
    var details = Map.of("attempt_id", attempt.id());
    // why: to wait for its session would be for ever
    if (attempt.isStoppedInLine()) {
      return new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "Attempt %s was stopped while it waited in line, and never began".formatted(attempt.id()),
          "Call start_task_attempt with task_id %s to begin anew".formatted(attempt.taskId()),
          details);
    }
    return new ToolFailure(
        FailureCode.NO_SESSION,
        "Attempt %s has no session yet, because it waits in line".formatted(attempt.id()),
        "Call get_attempt_status until latest_session_id is not null, then repeat the call",
        details);
  }
}
