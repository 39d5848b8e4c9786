package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.ResourceContents;
import dev.baton.mcp.server.ResourceTemplate;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskResultUri;
import dev.baton.task.TaskStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Results of steps that are too large for their task's variables. */
final class RunResults {
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

  /** The value itself, if this stands for one that is kept elsewhere. */
  static JsonNode whole(TaskStore store, TaskRecord record, JsonNode value) {
    return TaskResultUri.parse(value.path("resource").asString(""))
        .filter(uri -> uri.task().equals(record.id()))
        .flatMap(uri -> store.findResult(record.owner(), record.id(), uri.name()))
        .orElse(value);
  }

  /** Where clients read them; another owner's do not exist. */
  static ResourceTemplate resources(TaskStore store) {
    return ResourceTemplate.of(
        "resource://tasks/{task}/results/{step}",
        "Result of a workflow's step",
        "The whole result of a step, where the task's variables hold only a preview",
        "application/json",
        (uri, variables, context) ->
            TaskResultUri.parse(uri)
                .flatMap(place -> store.findResult(context.owner(), place.task(), place.name()))
                .map(
                    result ->
                        List.of(ResourceContents.text(uri, "application/json", result.toString())))
                .orElse(List.of()));
  }
}
