package dev.baton.mcp.workflow;

import dev.baton.task.TaskId;

/** Another process makes a step of the run at this moment. */
final class RunTakenException extends RuntimeException {
  RunTakenException(TaskId task) {
    super("Another process works on the run of task %s".formatted(task));
  }
}
