package dev.baton.orchestrator;

import java.util.UUID;

/** A message that an agent now works on. */
public record FollowUpStarted(UUID sessionId, UUID attemptId, UUID executionProcessId) {}
