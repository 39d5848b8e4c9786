package dev.baton.workflow.internal.narrative;

import java.util.Map;
import java.util.Optional;

/**
 * How a run is told.
 *
 * @param messageBytes how long a message may be, in UTF-8; the rest is cut
 * @param taskId the task in which the run is recorded, so that the model can go on with it by
 *     tools; empty if it is not recorded
 * @param awaitsCompletion if the run's task stays open when every step is done, until it is closed
 * @param ended how somebody else has ended the run, such as {@code cancelled}; empty if nobody has
 * @param given the arguments as somebody wrote them; one that is not here is told by its value
 */
public record Narration(
    int messageBytes,
    Optional<String> taskId,
    boolean awaitsCompletion,
    Optional<String> ended,
    Map<String, String> given) {
  static final int DEFAULT_MESSAGE_BYTES = 16 * 1024;

  private static final int LEAST_MESSAGE_BYTES = 256;

  public Narration {
    given = Map.copyOf(given);
    if (messageBytes < LEAST_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "A message has room for at least %d bytes, got %d"
              .formatted(LEAST_MESSAGE_BYTES, messageBytes));
    }
  }

  /** The narration of a run that cannot be resumed. */
  public static Narration standard() {
    return new Narration(
        DEFAULT_MESSAGE_BYTES, Optional.empty(), false, Optional.empty(), Map.of());
  }

  /** If the run is recorded. */
  boolean durable() {
    return taskId.isPresent();
  }

  Narration withMessageBytes(int most) {
    return new Narration(most, taskId, awaitsCompletion, ended, given);
  }

  /**
   * The same for a run that is recorded under this id: every call that speaks of the run names it.
   */
  public Narration ofDurableRun(String id) {
    return new Narration(messageBytes, Optional.of(id), awaitsCompletion, ended, given);
  }

  /** The same for a run that somebody has to close, even if every step is done. */
  public Narration awaitingCompletion() {
    return new Narration(messageBytes, taskId, true, ended, given);
  }

  /** The same for a run that somebody else has ended, so that nothing remains. */
  public Narration ofRunThatIs(String status) {
    return new Narration(messageBytes, taskId, awaitsCompletion, Optional.of(status), given);
  }

  /** Tells the arguments as they were written, such as {@code 007} for a number. */
  public Narration withGiven(Map<String, String> texts) {
    return new Narration(messageBytes, taskId, awaitsCompletion, ended, texts);
  }
}
