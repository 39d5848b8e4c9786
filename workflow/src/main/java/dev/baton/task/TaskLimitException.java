package dev.baton.task;

/** An owner, or a task, holds as much as {@link TaskLimits} allows. */
public final class TaskLimitException extends TaskException {
  private TaskLimitException(String message) {
    super(message);
  }

  /** The owner has as many live tasks as allowed. */
  public static TaskLimitException tooManyLive(TaskOwner owner, int limit) {
    return new TaskLimitException(
        "Owner '%s' has reached the limit of %d live tasks; complete or cancel one, or wait until one expires"
            .formatted(owner, limit));
  }

  /** The variables of a task have become too large. */
  public static TaskLimitException variablesTooLarge(TaskRecord task, TaskLimits limits) {
    return new TaskLimitException(
        "The variables of task %s of owner '%s' take %d bytes as JSON, the limit is %d; remove some, or keep a large value elsewhere and store a reference to it"
            .formatted(task.id(), task.owner(), task.variableBytes(), limits.variableBytes()));
  }
}
