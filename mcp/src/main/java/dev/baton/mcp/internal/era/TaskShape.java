package dev.baton.mcp.internal.era;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** The members of a task that both eras have, and the names in which they differ. */
final class TaskShape {
  /** Variables with this prefix are shown to whoever may see the task. */
  private static final String SHOWN_PREFIX = "_workflow.";

  private TaskShape() {}

  static ObjectNode of(TaskRecord task, String status, String timeToLive, String pollInterval) {
    var json = Json.object().put("taskId", task.id().value()).put("status", status);
    task.statusMessage().ifPresent(message -> json.put("statusMessage", message));
    return json.put("createdAt", task.createdAt().toString())
        .put("lastUpdatedAt", task.updatedAt().toString())
        .put(timeToLive, millis(task.timeToLive()))
        .put(pollInterval, millis(task.pollInterval()));
  }

  /** Puts the workflow's variables into {@code _meta} of the JSON, if the task has any. */
  static ObjectNode withVariables(ObjectNode json, TaskRecord task) {
    task.variables()
        .forEach(
            (name, value) -> {
              if (name.startsWith(SHOWN_PREFIX)) {
                json.withObjectProperty("_meta").set(name, value);
              }
            });
    return json;
  }

  private static long millis(Duration duration) {
    return duration.toMillis();
  }
}
