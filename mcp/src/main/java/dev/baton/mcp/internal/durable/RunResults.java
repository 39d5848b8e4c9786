package dev.baton.mcp.internal.durable;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.resource.ResourceTemplate;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import dev.baton.task.internal.TaskResultUri;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.RunChange;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.reference.StepName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of a run: in its variables or, if they are too large, beside them. */
public final class RunResults {
  private static final String JSON = "application/json";
  private static final int MOST_BRIEF_BYTES = 2_000;
  private static final int PREVIEW_CHARACTERS = 500;

  private RunResults() {}

  /** The task's variables, with every large result in place of its preview. */
  static Map<String, JsonNode> variables(TaskStore store, TaskRecord record) {
    var whole = new LinkedHashMap<String, JsonNode>();
    record.variables().forEach((name, value) -> whole.put(name, whole(store, record, value)));
    return whole;
  }

  /** True if this stands for a result that is kept elsewhere. */
  static boolean isReference(JsonNode value) {
    return TaskResultUri.parse(value.path("resource").asString("")).isPresent();
  }

  /** The record without secrets in its results. */
  static TaskRecord view(TaskRecord record, Secrets secrets) {
    if (secrets.isEmpty()) {
      return record;
    }
    var view = record;
    for (var variable : record.variables().entrySet()) {
      if (RunVariables.holdsResults(variable.getKey())) {
        view = view.withVariable(variable.getKey(), hide(variable.getValue(), secrets));
      }
    }
    return view;
  }

  /** The result of the task of a run whose last step has completed. */
  static ObjectNode summary(RunChange change) {
    var summary =
        Json.object().put("workflow", change.workflow().name()).put("status", "completed");
    summary.set("steps", RunVariables.steps(change.workflow(), change.state()));
    var result = Json.object();
    result.putArray("content").addObject().put("type", "text").put("text", summary.toString());
    result.set("structuredContent", summary);
    return result;
  }

  /** The value as it may be shown; where one is kept elsewhere, it can still be found. */
  private static JsonNode hide(JsonNode value, Secrets secrets) {
    var hidden = secrets.hide(value);
    return isReference(value) && hidden instanceof ObjectNode reference
        ? reference.set("resource", value.path("resource"))
        : hidden;
  }

  /** The result of a step as it may be shown: whole if it is short, else where it can be read. */
  public static Optional<JsonNode> brief(TaskRecord task, StepName step, Secrets secrets) {
    return Optional.ofNullable(task.variables().get(RunVariables.result(step)))
        .map(result -> hide(result, secrets))
        .map(
            result ->
                isReference(result) || Json.bytes(result).length <= MOST_BRIEF_BYTES
                    ? result
                    : reference(new TaskResultUri(task.id().value(), step.value()), result));
  }

  private static ObjectNode reference(TaskResultUri uri, JsonNode result) {
    var text = result.toString();
    var end = Character.isHighSurrogate(text.charAt(PREVIEW_CHARACTERS - 1)) ? 1 : 0;
    return Json.object()
        .put("preview", text.substring(0, PREVIEW_CHARACTERS - end))
        .put("bytes", Json.bytes(result).length)
        .put("resource", uri.toString());
  }

  /** The value itself, if this stands for one that is kept elsewhere. */
  static JsonNode whole(TaskStore store, TaskRecord record, JsonNode value) {
    return TaskResultUri.parse(value.path("resource").asString(""))
        .filter(uri -> uri.task().equals(record.id().value()))
        .flatMap(uri -> store.findResult(record.owner(), record.id(), uri.name()))
        .orElse(value);
  }

  /**
   * Where clients read them; another owner's do not exist.
   *
   * @param secrets what must not be shown of a run
   */
  public static ResourceTemplate resources(TaskStore store, Function<TaskRecord, Secrets> secrets) {
    return ResourceTemplate.of(
        "resource://tasks/{task}/results/{step}",
        "Result of a workflow's step",
        "The whole result of a step, of which only a preview is shown elsewhere",
        JSON,
        (uri, variables, context) ->
            TaskResultUri.parse(uri)
                .flatMap(place -> shown(store, context.owner(), place, secrets))
                .map(result -> List.of(ResourceContents.text(uri, JSON, result.toString())))
                .orElse(List.of()));
  }

  private static Optional<JsonNode> shown(
      TaskStore store,
      TaskOwner owner,
      TaskResultUri place,
      Function<TaskRecord, Secrets> secrets) {
    return store
        .find(owner, new TaskId(place.task()))
        .flatMap(
            task ->
                store
                    .findResult(owner, task.id(), place.name())
                    .or(() -> inVariable(task, place.name()))
                    .map(result -> secrets.apply(task).hide(result)));
  }

  /** A result that its task's variables had room for. */
  private static Optional<JsonNode> inVariable(TaskRecord task, String name) {
    return task.kind() == TaskKind.WORKFLOW_RUN
        ? Optional.ofNullable(task.variables().get(RunVariables.result(new StepName(name))))
        : Optional.empty();
  }
}
