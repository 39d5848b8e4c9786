package dev.baton.mcp.request;

import dev.baton.task.TaskId;
import java.util.Optional;

/** The task that a handler runs in, and the run of a workflow whose step calls it. */
public interface TaskScope {
  /** The scope of a handler that runs in no task, for no run. */
  TaskScope NONE = in(Optional.empty());

  /** The handler's own task; empty if the client waits for it. */
  Optional<TaskId> id();

  /**
   * Keeps a value for later steps of the run, which find it by {@code from_variable}. The last
   * value of a name wins.
   *
   * @param name begins with no underscore: such names are the server's own
   * @param value a record, a text, a number, JSON and the like
   * @return false if there is no durable run to keep it in
   * @throws dev.baton.mcp.tool.ToolFailure if the name cannot be used, or the variables of the run
   *     have no room for the value
   */
  boolean set(String name, Object value);

  /** The scope of a handler that runs in this task, for no run. */
  static TaskScope of(TaskId task) {
    return in(Optional.of(task));
  }

  private static TaskScope in(Optional<TaskId> task) {
    return new TaskScope() {
      @Override
      public Optional<TaskId> id() {
        return task;
      }

      @Override
      public boolean set(String name, Object value) {
        return false;
      }
    };
  }
}
