package dev.baton.orchestrator.board;

import java.util.Optional;

/**
 * How the server starts a task by itself as soon as it waits for nothing.
 *
 * @param executor an empty one takes the wish back
 * @param problem why it could not be started; it is not tried again until somebody sets it anew
 */
public record AutoStart(String executor, Optional<String> variant, Optional<String> problem) {
  public AutoStart(String executor, Optional<String> variant) {
    this(executor, variant, Optional.empty());
  }

  public boolean isOff() {
    return executor.isEmpty();
  }

  /** The same after a start that failed. */
  public AutoStart failed(String reason) {
    return new AutoStart(executor, variant, Optional.of(reason));
  }

  /** Whether the other wishes the same, whatever became of it. */
  public boolean isLike(AutoStart other) {
    return executor.equals(other.executor) && variant.equals(other.variant);
  }
}
