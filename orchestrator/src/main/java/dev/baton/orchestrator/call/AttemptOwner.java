package dev.baton.orchestrator.call;

import dev.baton.task.TaskOwner;
import java.util.Optional;
import java.util.UUID;

/** An attempt as a caller: an agent that was started for it, with a token of its own. */
public record AttemptOwner(UUID attemptId) {
  private static final String PREFIX = "attempt:";

  /** The attempt that this caller is, if it is one. */
  public static Optional<AttemptOwner> of(TaskOwner owner) {
    if (!owner.name().startsWith(PREFIX)) {
      return Optional.empty();
    }
    return Optional.of(new AttemptOwner(UUID.fromString(owner.name().substring(PREFIX.length()))));
  }

  public static boolean is(TaskOwner owner) {
    return of(owner).isPresent();
  }

  /** How requests of its agents are known. */
  public TaskOwner toTaskOwner() {
    return new TaskOwner(PREFIX + attemptId);
  }
}
