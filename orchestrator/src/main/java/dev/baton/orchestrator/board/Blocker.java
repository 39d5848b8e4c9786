package dev.baton.orchestrator.board;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.internal.schema.WireNames;
import java.util.UUID;

/**
 * A task that another one waits for.
 *
 * @param projectId the project that it is or was in
 * @param title the last one, if it was deleted
 */
public record Blocker(
    UUID taskId, UUID projectId, String projectName, long number, String title, State state) {
  /** What has become of a task that another one waits for. */
  public enum State {
    TODO,
    @JsonProperty("inprogress")
    IN_PROGRESS,
    @JsonProperty("inreview")
    IN_REVIEW,
    /** Its newest attempt failed. */
    FAILED,
    DONE,
    CANCELLED,
    /** It was deleted before it was done. */
    DELETED;

    public String wireName() {
      return WireNames.of(this);
    }
  }

  /** Whether it must still be waited for; only what is done lets others begin. */
  public boolean isOpen() {
    return state != State.DONE;
  }

  /** What people call it, such as {@code shop#41}. */
  public String name() {
    return projectName + "#" + number;
  }
}
