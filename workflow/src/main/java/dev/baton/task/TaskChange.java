package dev.baton.task;

import dev.baton.task.internal.TaskResultUri;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a change makes of a task: its next record, and the results that are too large to be
 * variables, which the store keeps whole beside it. All of it happens, or nothing. Immutable but
 * for the JSON inside, which a store copies.
 *
 * {@snippet file="dev/baton/task/TaskExamplesTest.java" region="result"}
 *
 * @param results to be stored whole, by name; they replace those of the same name
 * @param removed names of results that are not kept any longer
 */
public record TaskChange(TaskRecord record, Map<String, JsonNode> results, Set<String> removed) {
  private static final String RESOURCE = "resource";
  private static final int PREVIEW_CHARS = 500;
  // why: so that also with tiny limits a preview is small beside what the variables may hold
  private static final int PREVIEW_SHARE = 200;

  public TaskChange {
    results = Collections.unmodifiableMap(new LinkedHashMap<>(results));
    removed = Collections.unmodifiableSet(new LinkedHashSet<>(removed));
  }

  /** A change of the record alone. */
  public static TaskChange to(TaskRecord record) {
    return new TaskChange(record, Map.of(), Set.of());
  }

  /**
   * With a result in a variable, if the variables have room for it. Otherwise the store keeps it
   * whole under its name, and the variable holds {@code {preview, bytes, resource}}, where the
   * resource is the address {@code resource://tasks/{task}/results/{name}}.
   */
  public TaskChange withResult(String variable, String name, JsonNode value, TaskLimits limits) {
    TaskRecord inline = record.withVariable(variable, value);
    if (limits.hasRoomForResults(inline)) {
      TaskChange without = withoutResult(variable, name);
      return new TaskChange(inline, without.results, without.removed);
    }
    Map<String, JsonNode> more = new LinkedHashMap<>(results);
    more.put(name, value);
    Set<String> fewer = new LinkedHashSet<>(removed);
    fewer.remove(name);
    return new TaskChange(
        record.withVariable(variable, reference(name, value, limits)), more, fewer);
  }

  /** Without this variable, and without the result that the store keeps whole for it, if any. */
  public TaskChange withoutResult(String variable, String name) {
    TaskRecord without = record.withoutVariable(variable);
    JsonNode value = record.variables().get(variable);
    // why: most have none, and a store would look for it in vain with every change
    if (value == null || !value.path(RESOURCE).asString("").equals(uri(name))) {
      return new TaskChange(without, results, removed);
    }
    Map<String, JsonNode> fewer = new LinkedHashMap<>(results);
    fewer.remove(name);
    Set<String> more = new LinkedHashSet<>(removed);
    more.add(name);
    return new TaskChange(without, fewer, more);
  }

  private String uri(String name) {
    return new TaskResultUri(record.id().value(), name).toString();
  }

  /** A change that shares no JSON with this one. */
  TaskChange deepCopy() {
    Map<String, JsonNode> copies = new LinkedHashMap<>(results);
    copies.replaceAll((name, value) -> value.deepCopy());
    return new TaskChange(record.deepCopy(), copies, removed);
  }

  private ObjectNode reference(String name, JsonNode value, TaskLimits limits) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("preview", preview(value, limits))
        .put("bytes", JsonSize.of(value))
        .put(RESOURCE, uri(name));
  }

  private static String preview(JsonNode value, TaskLimits limits) {
    String json = JsonMapper.shared().writeValueAsString(value);
    int end = Math.min(PREVIEW_CHARS, limits.variableBytes() / PREVIEW_SHARE);
    if (json.length() <= end) {
      return json;
    }
    boolean insideOneCharacter = end > 0 && Character.isHighSurrogate(json.charAt(end - 1));
    return json.substring(0, insideOneCharacter ? end - 1 : end);
  }
}
