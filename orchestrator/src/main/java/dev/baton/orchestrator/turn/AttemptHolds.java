package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Remembers which attempts are being deleted, updated, merged, pushed or brought home: no turn may
 * begin in them until that is done. Thread safe.
 */
final class AttemptHolds {
  /** Why nothing may begin in an attempt for a while. */
  enum Hold {
    DELETION("deleted", "Call list_task_attempts in a few seconds, and choose another attempt"),
    UPDATE("updated", Hold.SOON),
    MERGE("merged", Hold.SOON),
    PUSH("pushed", Hold.SOON),
    DELIVERY("brought home", Hold.SOON);

    private static final String SOON = "Repeat the call in a few seconds";

    private final String done;
    private final String hint;

    Hold(String done, String hint) {
      this.done = done;
      this.hint = hint;
    }
  }

  private final Map<UUID, Hold> held = new ConcurrentHashMap<>();

  /** Does something with an attempt, unless something is being done with it. */
  <T> T during(UUID attemptId, Hold reason, Supplier<T> work) {
    var earlier = Optional.ofNullable(held.putIfAbsent(attemptId, reason));
    if (earlier.isPresent()) {
      throw refusal(attemptId, earlier.get());
    }
    try {
      return work.get();
    } finally {
      held.remove(attemptId);
    }
  }

  void refuseIfHeld(UUID attemptId) {
    find(attemptId)
        .ifPresent(
            reason -> {
              throw refusal(attemptId, reason);
            });
  }

  void refuseIfGoing(UUID attemptId) {
    if (find(attemptId).filter(Hold.DELETION::equals).isPresent()) {
      throw refusal(attemptId, Hold.DELETION);
    }
  }

  boolean isHeld(UUID attemptId) {
    return find(attemptId).isPresent();
  }

  private Optional<Hold> find(UUID attemptId) {
    return Optional.ofNullable(held.get(attemptId));
  }

  private static ToolFailure refusal(UUID attemptId, Hold reason) {
    return new ToolFailure(
        BoardFailureCode.ATTEMPT_BUSY,
        "Attempt %s is being %s".formatted(attemptId, reason.done),
        reason.hint,
        Map.of("attempt_id", attemptId));
  }
}
