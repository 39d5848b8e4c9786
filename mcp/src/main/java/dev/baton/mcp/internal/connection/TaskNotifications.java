package dev.baton.mcp.internal.connection;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers which tasks a client watches, and what it was told of them, so that it is never told
 * something older. Thread safe.
 */
public final class TaskNotifications {
  private final Map<TaskId, Long> told = new HashMap<>();

  public synchronized void watch(TaskId id) {
    told.putIfAbsent(id, -1L);
  }

  /** Watches a task, unless it has ended and brings no news. */
  public void watch(TaskRecord task) {
    if (!task.status().isFinal()) {
      watch(task.id());
    }
  }

  /** The tasks of which more may be told. */
  public synchronized Set<TaskId> watched() {
    return Set.copyOf(told.keySet());
  }

  public synchronized void forget(TaskId id) {
    told.remove(id);
  }

  /** Tells the task if it is watched and newer than what was told; the end is told once. */
  public synchronized void tell(TaskRecord task, Runnable notifications) {
    var last = told.get(task.id());
    if (last == null || task.version() <= last) {
      return;
    }
    if (task.status().isFinal()) {
      told.remove(task.id());
    } else {
      told.put(task.id(), task.version());
    }
    notifications.run();
  }
}
