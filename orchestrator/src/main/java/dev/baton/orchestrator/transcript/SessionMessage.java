package dev.baton.orchestrator.transcript;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * A prompt, or the agent's own words.
 *
 * @param processId the agent's process; a prompt whose agent did not start yet has none
 * @param isTruncated true if the content was longer than a message may be
 */
public record SessionMessage(
    long index,
    Role role,
    String content,
    Optional<UUID> processId,
    Instant timestamp,
    boolean isTruncated) {

  /** Who speaks. */
  public enum Role {
    USER,
    ASSISTANT;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
