package dev.baton.orchestrator.turn;

import java.util.UUID;

/** A turn that is under way: its session, and the first program that is started for it. */
public record OpenedTurn(UUID attemptId, UUID turnId, UUID sessionId, UUID processId) {}
