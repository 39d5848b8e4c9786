package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.era.ModernEra;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.task.TaskId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** What a listener wants to hear of, and may. */
record ListenFilter(
    boolean tools, boolean prompts, boolean resources, Set<String> uris, Set<TaskId> tasks) {
  private static final String TOOLS = "toolsListChanged";
  private static final String PROMPTS = "promptsListChanged";
  private static final String RESOURCES = "resourcesListChanged";
  private static final String URIS = "resourceSubscriptions";
  private static final String TASKS = "taskIds";

  static ListenFilter read(Call call, Tasks tasks) {
    if (!(call.params().path("notifications") instanceof ObjectNode wanted)) {
      throw RpcException.invalidParams(
          "subscriptions/listen needs 'notifications', an object such as {\"%s\": true}"
              .formatted(TOOLS));
    }
    if (wanted.has(TASKS)) {
      ModernEra.INSTANCE.requireTasks(call.client());
    }
    return new ListenFilter(
        flag(wanted, TOOLS),
        flag(wanted, PROMPTS),
        flag(wanted, RESOURCES),
        new LinkedHashSet<>(strings(wanted, URIS)),
        strings(wanted, TASKS).stream()
            .filter(id -> !id.isBlank())
            .map(TaskId::new)
            .filter(id -> tasks.store().find(call.owner(), id).isPresent())
            .collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  private static boolean flag(ObjectNode wanted, String name) {
    var flag = wanted.path(name);
    if (!flag.isMissingNode() && !flag.isBoolean()) {
      throw RpcException.invalidParams("'notifications.%s' must be true or false".formatted(name));
    }
    return flag.asBoolean(false);
  }

  private static List<String> strings(ObjectNode wanted, String name) {
    var strings = wanted.path(name);
    if (!strings.isMissingNode()
        && !(strings.isArray() && strings.valueStream().allMatch(item -> item.isString()))) {
      throw RpcException.invalidParams(
          "'notifications.%s' must be an array of strings".formatted(name));
    }
    return strings.valueStream().map(item -> item.stringValue()).toList();
  }

  /** The params of the acknowledgement: what of the filter is honoured. */
  ObjectNode acknowledged() {
    var params = Json.object();
    var honoured = params.putObject("notifications");
    if (tools) {
      honoured.put(TOOLS, true);
    }
    if (prompts) {
      honoured.put(PROMPTS, true);
    }
    if (resources) {
      honoured.put(RESOURCES, true);
    }
    if (!uris.isEmpty()) {
      honoured.set(URIS, Json.strings(uris));
    }
    if (!tasks.isEmpty()) {
      honoured.set(TASKS, Json.strings(tasks.stream().map(TaskId::value).toList()));
    }
    return params;
  }
}
