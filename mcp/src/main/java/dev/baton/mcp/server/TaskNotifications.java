package dev.baton.mcp.server;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import java.util.HashMap;
import java.util.Map;

/** Which tasks somebody watches, and what of them was told: never something older. Thread safe. */
final class TaskNotifications {
  private final Map<TaskId, Long> told = new HashMap<>();

  synchronized void watch(TaskId id) {
    told.putIfAbsent(id, -1L);
  }

  /** Watches a task, unless it has ended and brings no news. */
  void watch(TaskRecord task) {
    if (!task.status().isFinal()) {
      watch(task.id());
    }
  }

  synchronized void forget(TaskId id) {
    told.remove(id);
  }

  /** Tells the task if it is watched and newer than what was told; the end is told once. */
  synchronized void tell(TaskRecord task, Runnable notifications) {
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
