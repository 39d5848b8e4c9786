package dev.baton.task;

import static java.util.stream.Collectors.joining;

/** A task may not change its status so, or is final and may not change at all. */
public final class IllegalTransitionException extends TaskException {
  private final TaskId id;
  private final TaskStatus from;
  private final TaskStatus to;

  public IllegalTransitionException(TaskId id, TaskStatus from, TaskStatus to) {
    super(text(id, from, to));
    this.id = id;
    this.from = from;
    this.to = to;
  }

  private static String text(TaskId id, TaskStatus from, TaskStatus to) {
    String refused =
        from == to
            ? "Task %s is %s and cannot be changed".formatted(id, from.wireName())
            : "Task %s cannot go from %s to %s".formatted(id, from.wireName(), to.wireName());
    return refused + "; allowed from " + from.wireName() + ": " + allowed(from);
  }

  private static String allowed(TaskStatus from) {
    return from.isFinal()
        ? "nothing, it is final"
        : from.successors().stream().map(TaskStatus::wireName).collect(joining(", "));
  }

  public TaskId id() {
    return id;
  }

  public TaskStatus from() {
    return from;
  }

  /**
   * The status that was wanted; the same as {@link #from()} if something else was to be changed.
   */
  public TaskStatus to() {
    return to;
  }
}
