package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.util.Optional;
import java.util.UUID;

/** Whom to talk to: an attempt, which means its newest session, or a session. Exactly one. */
public record FollowUpTarget(Optional<UUID> attemptId, Optional<UUID> sessionId) {
  public FollowUpTarget {
    if (attemptId.isPresent() == sessionId.isPresent()) {
      throw new ToolFailure(
          FailureCode.AMBIGUOUS_TARGET,
          attemptId.isPresent()
              ? "Both attempt_id and session_id were given, and only one can be the target"
              : "Neither attempt_id nor session_id was given",
          "Repeat the call with exactly one of attempt_id (from list_task_attempts) and session_id"
              + " (latest_session_id of get_attempt_status)");
    }
  }

  public static FollowUpTarget attempt(UUID id) {
    return new FollowUpTarget(Optional.of(id), Optional.empty());
  }

  public static FollowUpTarget session(UUID id) {
    return new FollowUpTarget(Optional.empty(), Optional.of(id));
  }
}
