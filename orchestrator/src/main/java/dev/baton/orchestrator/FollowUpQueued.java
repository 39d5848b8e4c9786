package dev.baton.orchestrator;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A message that waits for its turn, or that was started at once because nothing ran.
 *
 * @param executionProcessId the process that was started for the head of the queue, if nothing ran
 * @param queue what still waits, in order
 */
public record FollowUpQueued(
    UUID sessionId, UUID attemptId, Optional<UUID> executionProcessId, List<QueuedMessage> queue) {
  public FollowUpQueued {
    queue = List.copyOf(queue);
  }

  /** A message in the queue, and how it begins. */
  public record QueuedMessage(UUID queuedId, String promptPreview, Instant queuedAt) {}
}
