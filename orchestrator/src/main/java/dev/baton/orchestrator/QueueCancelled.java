package dev.baton.orchestrator;

import java.util.UUID;

/** A queue that is now empty, and how many messages were in it. */
public record QueueCancelled(UUID sessionId, UUID attemptId, int cancelled) {}
