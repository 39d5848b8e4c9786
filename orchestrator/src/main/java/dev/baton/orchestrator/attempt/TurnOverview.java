package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A turn that has begun.
 *
 * @param variant the one that its agent has, or would have
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
    Optional<ChangeCount> changes) {}
