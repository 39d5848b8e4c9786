package dev.baton.mcp.internal.task;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;

/** What a server can do with the tasks of one kind, apart from running them. Thread safe. */
public interface TaskKindSupport {
  /**
   * Writes what became of a task whose process has died, or begins its work again; every other task
   * stays as it is.
   *
   * @return the task as it is now
   */
  TaskRecord recover(TaskRecord task);

  /** The task as clients may see it; what is stored stays as it is. */
  TaskRecord view(TaskRecord task);

  /**
   * What is written at the end; it may be called several times for one end, and has no effects.
   *
   * @param before the task as it was
   * @param ended the same with its last status
   */
  TaskRecord settle(TaskRecord before, TaskRecord ended);

  /** Stops whoever works on the task here, if anybody does. */
  void stop(TaskId id);
}
