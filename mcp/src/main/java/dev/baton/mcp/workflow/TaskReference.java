package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.era.Meta;
import dev.baton.task.TaskId;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How a request's {@code _meta} names the run that it belongs to. */
final class TaskReference {
  private static final String STEP = "dev.baton/step";

  private TaskReference() {}

  /** The task that the request belongs to, by any of the names that clients use. */
  static Optional<TaskId> find(ObjectNode meta) {
    return candidates(meta).stream()
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue)
        .filter(id -> !id.isBlank())
        .findFirst()
        .map(TaskId::new);
  }

  /** The step that the request names; a value that is no string is taken as an unknown name. */
  static Optional<String> step(ObjectNode meta) {
    var step = meta.path(STEP);
    return step.isMissingNode() || step.isNull()
        ? Optional.empty()
        : Optional.of(step.asStringOpt().orElseGet(step::toString));
  }

  /** If the request has a field for the task's id without a usable id in it. */
  static boolean isBroken(ObjectNode meta) {
    return find(meta).isEmpty()
        && (meta.has(Meta.RELATED_TASK)
            || candidates(meta).stream().anyMatch(value -> !value.isMissingNode()));
  }

  private static List<JsonNode> candidates(ObjectNode meta) {
    return List.of(
        meta.path("_task_id"),
        meta.path("dev.baton/taskId"),
        meta.path(Meta.RELATED_TASK).path("taskId"));
  }
}
