package dev.baton.orchestrator.comment;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A remark of a person on the work of an agent.
 *
 * @param person who made it, and alone sees it
 * @param sentAt when it went to the agent; a draft until then
 */
public record ReviewComment(
    UUID id,
    UUID attemptId,
    String person,
    CommentTarget target,
    String text,
    Instant createdAt,
    Optional<Instant> sentAt) {
  public boolean isDraft() {
    return sentAt.isEmpty();
  }

  /** The same in other words. */
  public ReviewComment withText(String words) {
    return new ReviewComment(id, attemptId, person, target, words, createdAt, sentAt);
  }
}
