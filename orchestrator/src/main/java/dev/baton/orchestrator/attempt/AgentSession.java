package dev.baton.orchestrator.attempt;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One conversation with one agent in an attempt.
 *
 * @param agentSessionId the agent's own name for the conversation, once it has told it
 * @param isLost true if the agent no longer knows the conversation
 */
public record AgentSession(
    UUID id,
    UUID attemptId,
    String executor,
    Optional<String> agentSessionId,
    boolean isLost,
    Instant createdAt) {
  /** A conversation, and how many turns it has had. */
  public record SessionOverview(AgentSession session, int turns) {}
}
