package dev.baton.orchestrator.image;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An image that belongs to a board task; its bytes are read apart.
 *
 * @param attemptId the attempt that it was sent to or comes from; the task's own have none
 * @param name what people or an agent call it
 */
public record Image(
    UUID id,
    UUID taskId,
    Optional<UUID> attemptId,
    Place place,
    String name,
    ImageType type,
    long size,
    Instant createdAt) {
  /** The most bytes of one image. */
  public static final int MOST_BYTES = 10 * 1024 * 1024;

  /** The most images of one task, one message or one attempt's proofs. */
  public static final int MOST = 10;

  /** Where an image is shown. */
  public enum Place {
    /** Beside the words of the task; every first turn shows it to its agent. */
    TASK,
    /** With a message, or waiting for one. */
    MESSAGE,
    /** An agent attached it as proof of its work. */
    PROOF
  }

  /** The same image, of one of the task's attempts. */
  public Image ofAttempt(UUID attempt) {
    return new Image(id, taskId, Optional.of(attempt), place, name, type, size, createdAt);
  }
}
