package dev.baton.orchestrator.turn;

import java.util.Optional;
import java.util.UUID;

/**
 * A turn that is under way: its session, and the first program that is started for it.
 *
 * @param node where it runs
 */
public record OpenedTurn(
    UUID attemptId, UUID turnId, UUID sessionId, UUID processId, Optional<String> node) {}
