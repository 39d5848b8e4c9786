package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOutcome;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStatus;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The revisions that begin with a handshake: 2025-03-26, 2025-06-18 and 2025-11-25. */
record LegacyEra(ProtocolVersion version) implements Era {
  private static final int MAX_MESSAGE = 500;
  private static final Set<String> METHODS =
      Set.of(
          "initialize",
          "ping",
          "tools/list",
          "tools/call",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "completion/complete",
          "logging/setLevel");
  private static final Set<String> TASK_METHODS =
      Set.of("tasks/get", "tasks/result", "tasks/list", "tasks/cancel");

  public LegacyEra {
    if (version.isModern()) {
      throw new IllegalArgumentException(version.wireName() + " has no handshake");
    }
  }

  /** True if any revision with a handshake has the method. */
  static boolean knows(String method) {
    return METHODS.contains(method) || TASK_METHODS.contains(method);
  }

  @Override
  public boolean serves(String method) {
    return METHODS.contains(method)
        || (version.hasHandshakeTasks() && TASK_METHODS.contains(method));
  }

  @Override
  public ObjectNode finish(String method, ObjectNode result, ServerInfo server) {
    return result;
  }

  @Override
  public ObjectNode introduction(ServerInfo server, TaskOwner caller) {
    var result = Json.object().put("protocolVersion", version.wireName());
    result.set("capabilities", capabilities());
    result.set("serverInfo", server.toJson());
    server.instructionsFor(caller).ifPresent(text -> result.put("instructions", text));
    return result;
  }

  private ObjectNode capabilities() {
    var capabilities = Json.object();
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    if (version.hasHandshakeTasks()) {
      var tasks = capabilities.putObject("tasks");
      tasks.putObject("list");
      tasks.putObject("cancel");
      tasks.putObject("requests").putObject("tools").putObject("call");
    }
    return capabilities;
  }

  @Override
  public ObjectNode describe(Tool<?, ?> tool) {
    var json = tool.describe();
    if (version.hasHandshakeTasks()) {
      json.putObject("execution").put("taskSupport", wireName(tool.taskSupport()));
    }
    return json;
  }

  private static String wireName(TaskSupport support) {
    return switch (support) {
      case FORBIDDEN -> "forbidden";
      case ON_REQUEST, PREFERRED, WHERE_POSSIBLE -> "optional";
      case REQUIRED -> "required";
    };
  }

  @Override
  public CallMode callMode(Tool<?, ?> tool, ObjectNode params, Client client) {
    if (!version.hasHandshakeTasks()) {
      return CallMode.AT_ONCE;
    }
    var asked = params.has("task");
    if (asked && !params.path("task").isObject()) {
      throw RpcException.invalidParams("'task' must be an object, such as {\"ttl\": 60000}");
    }
    if (asked && tool.taskSupport() == TaskSupport.FORBIDDEN) {
      throw new RpcException(
          ErrorCode.METHOD_NOT_FOUND,
          "Tool '%s' cannot run as a task; call it without 'task'".formatted(tool.name()));
    }
    if (!asked && tool.taskSupport() == TaskSupport.REQUIRED) {
      throw new RpcException(
          ErrorCode.METHOD_NOT_FOUND,
          "Tool '%s' runs only as a task; call it with 'task': {}".formatted(tool.name()));
    }
    return asked ? CallMode.AS_TASK : CallMode.AT_ONCE;
  }

  @Override
  public void checkHeaders(Tool<?, ?> tool, ObjectNode arguments, Headers headers) {
    // why: here no header repeats an argument
  }

  @Override
  public JsonNode wishedTimeToLive(ObjectNode params) {
    return params.path("task").path("ttl");
  }

  @Override
  public ObjectNode taskCreated(TaskRecord task) {
    var result = Json.object();
    result.set("task", flat(task));
    return result;
  }

  @Override
  public ObjectNode taskState(TaskRecord task) {
    return TaskShape.withVariables(flat(task), task);
  }

  @Override
  public ObjectNode taskCancelled(TaskRecord task) {
    return taskState(task);
  }

  @Override
  public boolean cancelIsIdempotent() {
    return false;
  }

  @Override
  public ObjectNode taskNotification(TaskRecord task) {
    return Message.notification("notifications/tasks/status", flat(task));
  }

  /** In this era a tool's own error makes its task failed. */
  private static ObjectNode flat(TaskRecord task) {
    if (task.outcome().orElse(null) instanceof TaskOutcome.Result result && result.isToolError()) {
      var failed = TaskShape.of(task, TaskStatus.FAILED.wireName(), "ttl", "pollInterval");
      failed.put("statusMessage", sentence(result.value()));
      return failed;
    }
    return TaskShape.of(task, task.status().wireName(), "ttl", "pollInterval");
  }

  /** What people are told of a tool's error: the message of the envelope, or else its text. */
  private static String sentence(ObjectNode result) {
    var envelope = result.path("structuredContent");
    var text =
        envelope
            .path("message")
            .stringValueOpt()
            .map(message -> withHint(message, envelope.path("hint").asString("")))
            .orElseGet(
                () -> result.path("content").path(0).path("text").asString("The tool failed"));
    return text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + "...";
  }

  private static String withHint(String message, String hint) {
    var stop = message.endsWith(".") ? "" : ".";
    return hint.isBlank() ? message : "%s%s %s".formatted(message, stop, hint);
  }

  @Override
  public void relate(ObjectNode message, TaskId task) {
    message.withObjectProperty("_meta").putObject(Meta.RELATED_TASK).put("taskId", task.value());
  }

  @Override
  public RpcError resourceNotFound(String uri) {
    return new RpcError(
        ErrorCode.RESOURCE_NOT_FOUND,
        "Resource not found: '%s'; resources/list shows what there is".formatted(uri),
        Optional.of(Json.object().put("uri", uri)));
  }

  @Override
  public RpcException missingCapability(ObjectNode required) {
    return new RpcException(
        ErrorCode.INVALID_REQUEST,
        "This needs client capabilities that were not declared at initialize: " + required);
  }

  @Override
  public void requireTasks(Client client) {
    // why: here the server alone declares tasks, at the handshake
  }

  @Override
  public boolean asksByAnswering() {
    return false;
  }

  @Override
  public boolean tellsDuringTasks() {
    return true;
  }

  @Override
  public boolean disconnectCancels() {
    return false;
  }

  @Override
  public Optional<Refusal> refusal(RpcError error) {
    return Optional.empty();
  }
}
