package dev.baton.mcp.server;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;

/** How tasks of one kind are ended from outside while somebody works on them. Thread safe. */
public interface TaskEnding {
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
