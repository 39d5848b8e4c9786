package dev.baton.mcp.server;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;

/**
 * What happens to tasks of one kind beside the work on them: they are looked at, and they are ended
 * from outside. Thread safe.
 */
public interface TaskKindSupport {
  /** The task as it stands for whoever looks: what a process that died left open is settled. */
  TaskRecord seen(TaskRecord task);

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
