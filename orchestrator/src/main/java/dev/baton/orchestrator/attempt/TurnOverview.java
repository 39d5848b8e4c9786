package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.model.ModelChoice;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A turn that has begun.
 *
 * @param variant the one that its agent has, or would have
 * @param choice the model and effort that were asked for
 */
public record TurnOverview(
    UUID id,
    long index,
    UUID sessionId,
    String promptText,
    String variant,
    TurnState state,
    Instant startedAt,
    Optional<Instant> endedAt,
    Optional<ChangeCount> changes,
    ModelChoice choice) {
  /** How a turn stands, as callers see it. */
  public enum TurnState {
    RUNNING,
    COMPLETED,
    FAILED,
    /** A later turn began anew from the workspace before this one. */
    TAKEN_BACK
  }
}
