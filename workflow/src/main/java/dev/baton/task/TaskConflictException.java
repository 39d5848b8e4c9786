package dev.baton.task;

/** Others changed the task each time that this change was about to be written. */
public final class TaskConflictException extends TaskException {
  private final TaskId id;

  public TaskConflictException(TaskId id, int tries) {
    super(
        "Task %s was changed by others %d times in a row, so this change was not made; repeat it"
            .formatted(id, tries));
    this.id = id;
  }

  public TaskId id() {
    return id;
  }
}
