package dev.baton.mcp.internal.era;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.tool.Tool;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOutcome;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** 2026-07-28: no handshake, every request describes itself, tasks are an extension. */
enum ModernEra implements Era {
  INSTANCE;

  private static final Set<String> METHODS =
      Set.of(
          "server/discover",
          "tools/list",
          "tools/call",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "completion/complete",
          "subscriptions/listen",
          "tasks/get",
          "tasks/update",
          "tasks/cancel");
  private static final Set<String> CACHEABLE =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read");

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.V2026_07_28;
  }

  @Override
  public boolean serves(String method) {
    return METHODS.contains(method);
  }

  @Override
  public ObjectNode finish(String method, ObjectNode result, ServerInfo server) {
    complete(result);
    if (CACHEABLE.contains(method) && isComplete(result)) {
      // why: what a list or resource shows may depend on the owner and may change at any time
      result.put("ttlMs", 0).put("cacheScope", "private");
    }
    result.withObjectProperty("_meta").set(Meta.SERVER_INFO, server.toJson());
    return result;
  }

  private static boolean isComplete(JsonNode result) {
    return result.path("resultType").asString("").equals("complete");
  }

  private static void complete(ObjectNode result) {
    if (!result.has("resultType")) {
      result.put("resultType", "complete");
    }
  }

  @Override
  public ObjectNode introduction(ServerInfo server, TaskOwner caller) {
    var result = Json.object();
    result.set("supportedVersions", Json.strings(ProtocolVersion.SUPPORTED));
    var capabilities = result.putObject("capabilities");
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    capabilities.putObject("extensions").putObject(Meta.TASKS_EXTENSION);
    server.instructionsFor(caller).ifPresent(text -> result.put("instructions", text));
    return result;
  }

  @Override
  public ObjectNode describe(Tool<?, ?> tool) {
    return tool.describe();
  }

  @Override
  public CallMode callMode(Tool<?, ?> tool, ObjectNode params, Client client) {
    var declared = client.extension(Meta.TASKS_EXTENSION).isPresent();
    return switch (tool.taskSupport()) {
      case FORBIDDEN -> CallMode.AT_ONCE;
      case ON_REQUEST -> declared ? CallMode.AS_TASK_IF_SLOW : CallMode.AT_ONCE;
      case PREFERRED -> declared ? CallMode.AS_TASK : CallMode.AT_ONCE;
      case WHERE_POSSIBLE -> declared ? CallMode.AS_TASK_IF_POSSIBLE : CallMode.AT_ONCE;
      case REQUIRED -> {
        requireTasks(client);
        yield CallMode.AS_TASK;
      }
    };
  }

  @Override
  public void requireTasks(Client client) {
    if (client.extension(Meta.TASKS_EXTENSION).isEmpty()) {
      var required = Json.object();
      required.putObject("extensions").putObject(Meta.TASKS_EXTENSION);
      throw missingCapability(required);
    }
  }

  @Override
  public void checkHeaders(Tool<?, ?> tool, ObjectNode arguments, Headers headers) {
    ModernHeaders.checkParameters(tool, arguments, headers);
  }

  @Override
  public JsonNode wishedTimeToLive(ObjectNode params) {
    return MissingNode.getInstance();
  }

  @Override
  public ObjectNode taskCreated(TaskRecord task) {
    return flat(task).put("resultType", "task");
  }

  @Override
  public ObjectNode taskState(TaskRecord task) {
    var json = flat(task);
    if (!task.inputRequests().isEmpty()) {
      var requests = json.putObject("inputRequests");
      task.inputRequests().forEach(requests::set);
    }
    task.outcome().ifPresent(outcome -> inline(outcome, json));
    return TaskShape.withVariables(json, task);
  }

  private static void inline(TaskOutcome outcome, ObjectNode json) {
    switch (outcome) {
      case TaskOutcome.Result(ObjectNode value) -> {
        var result = value.deepCopy();
        complete(result);
        json.set("result", result);
      }
      case TaskOutcome.Error(int code, String message, var data) ->
          json.set("error", new RpcError(code, message, data).toJson());
    }
  }

  @Override
  public void relate(ObjectNode message, TaskId task) {
    // why: here a task says nothing but how it stands, and that has the id in it
  }

  @Override
  public ObjectNode taskCancelled(TaskRecord task) {
    return Json.object();
  }

  @Override
  public boolean cancelIsIdempotent() {
    return true;
  }

  @Override
  public ObjectNode taskNotification(TaskRecord task) {
    return Message.notification("notifications/tasks", taskState(task));
  }

  private static ObjectNode flat(TaskRecord task) {
    return TaskShape.of(task, task.status().wireName(), "ttlMs", "pollIntervalMs");
  }

  @Override
  public RpcError resourceNotFound(String uri) {
    return new RpcError(
        ErrorCode.INVALID_PARAMS,
        "Resource not found: '%s'; resources/list shows what there is".formatted(uri),
        Optional.of(Json.object().put("uri", uri)));
  }

  @Override
  public RpcException missingCapability(ObjectNode required) {
    var data = Json.object();
    data.set("requiredCapabilities", required);
    return new RpcException(
        ErrorCode.MISSING_CLIENT_CAPABILITY,
        "This request needs client capabilities that its '%s' did not declare: %s"
            .formatted(Meta.CLIENT_CAPABILITIES, required),
        data);
  }

  @Override
  public boolean asksByAnswering() {
    return true;
  }

  @Override
  public boolean tellsDuringTasks() {
    return false;
  }

  @Override
  public boolean disconnectCancels() {
    return true;
  }

  @Override
  public Optional<Refusal> refusal(RpcError error) {
    return switch (error.code()) {
      case ErrorCode.METHOD_NOT_FOUND -> Optional.of(Refusal.UNKNOWN_METHOD);
      case ErrorCode.HEADER_MISMATCH,
          ErrorCode.MISSING_CLIENT_CAPABILITY,
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION ->
          Optional.of(Refusal.BAD_REQUEST);
      default -> Optional.empty();
    };
  }
}
