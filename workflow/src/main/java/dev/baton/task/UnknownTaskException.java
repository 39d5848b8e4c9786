package dev.baton.task;

/**
 * The task is absent. The text is the same for an id that never was, one that expired and one of
 * another owner, so that nobody learns of tasks that are not theirs.
 */
public final class UnknownTaskException extends TaskException {
  private final TaskId id;

  public UnknownTaskException(TaskId id) {
    super("Task %s not found: unknown, expired, or another owner's".formatted(id));
    this.id = id;
  }

  public TaskId id() {
    return id;
  }
}
