package dev.baton.task;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Where a task stands; the only place that knows which changes are legal. */
public enum TaskStatus {
  WORKING,
  INPUT_REQUIRED,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** The name on the wire, such as {@code input_required}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** True for a state that nothing follows. */
  public boolean isFinal() {
    return successors().isEmpty();
  }

  /**
   * True if a task may go from this state to the next; staying in a state that is not final is
   * legal.
   */
  public boolean mayBecome(TaskStatus next) {
    return successors().contains(next);
  }

  /** What may follow, in the order of definition; empty for a final state. */
  public Set<TaskStatus> successors() {
    return switch (this) {
      case WORKING, INPUT_REQUIRED -> EnumSet.allOf(TaskStatus.class);
      case COMPLETED, FAILED, CANCELLED -> EnumSet.noneOf(TaskStatus.class);
    };
  }
}
