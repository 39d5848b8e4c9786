package dev.baton.mcp.internal.durable;

import dev.baton.task.TaskId;

/** Another process works on the run at this moment. */
public final class RunTakenException extends RuntimeException {
  RunTakenException(TaskId task) {
    super("Another process works on the run of task %s".formatted(task));
  }
}
