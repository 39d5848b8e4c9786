package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskException;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The methods under {@code tasks/}, of both eras. */
public final class TaskMethods {
  private final Tasks tasks;
  private final int pageSize;

  public TaskMethods(Tasks tasks, int pageSize) {
    this.tasks = tasks;
    this.pageSize = pageSize;
  }

  ObjectNode get(Call call) {
    call.era().requireTasks(call.client());
    return call.era().taskState(tasks.view(load(call)));
  }

  ObjectNode list(Call call) {
    var page = tasks.store().list(call.owner(), cursor(call.params()), pageSize);
    var result = Json.object();
    var array = result.putArray("tasks");
    // why: the variables of a page full of runs can be many megabytes; tasks/get has them
    page.tasks().forEach(task -> array.add(call.era().taskState(task).without("_meta")));
    page.next().ifPresent(next -> result.put("nextCursor", next.encode()));
    return result;
  }

  private static TaskCursor cursor(ObjectNode params) {
    try {
      return Pages.cursor(params).map(TaskCursor::parse).orElse(TaskCursor.START);
    } catch (IllegalArgumentException e) {
      throw Pages.unknownCursor(params);
    }
  }

  /** Waits for the end; meanwhile it carries the task's questions to the client. */
  ObjectNode result(Call call) throws InterruptedException {
    var id = id(call);
    load(call);
    var questions = new ArrayList<Thread>();
    var sent = new HashSet<String>();
    try {
      while (true) {
        var task =
            tasks.await(
                call.owner(),
                id,
                now -> now.status().isFinal() || !sent.containsAll(now.inputRequests().keySet()));
        if (task.status().isFinal()) {
          return call.era().taskResult(tasks.view(task));
        }
        task.inputRequests()
            .forEach(
                (key, request) -> {
                  if (sent.add(key)) {
                    questions.add(Thread.startVirtualThread(() -> deliver(call, id, key, request)));
                  }
                });
      }
    } finally {
      questions.forEach(Thread::interrupt);
    }
  }

  private void deliver(Call call, TaskId id, String key, JsonNode request) {
    try {
      var params = request.path("params") instanceof ObjectNode p ? p.deepCopy() : Json.object();
      call.era().relate(params, id);
      var response =
          call.connection().ask(request.path("method").asString(""), params, call.reply());
      if (response.error().isPresent()) {
        var problem =
            "The client did not answer %s: %s"
                .formatted(request.path("method").asString(""), response.error().get().message());
        tasks.end(call.owner(), id, record -> record.failedWith(ErrorCode.INTERNAL_ERROR, problem));
      } else {
        answer(call, id, Map.of(key, response.result().orElseThrow()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TaskException e) {
      // why: the task ended while the client was thinking; there is nobody left to tell
    }
  }

  ObjectNode update(Call call) {
    call.era().requireTasks(call.client());
    var id = id(call);
    load(call);
    if (!(call.params().path("inputResponses") instanceof ObjectNode responses)) {
      throw RpcException.invalidParams(
          "tasks/update needs 'inputResponses', an object with an answer by key");
    }
    var answers = new LinkedHashMap<String, JsonNode>();
    responses.forEachEntry(answers::put);
    answer(call, id, answers);
    return Json.object();
  }

  private void answer(Call call, TaskId id, Map<String, JsonNode> answers) {
    var now = tasks.recover(call.owner(), id);
    if (!now.status().isFinal()
        && answers.keySet().stream().anyMatch(now.inputRequests()::containsKey)) {
      tasks.change(call.owner(), id, record -> record.answered(answers));
    }
  }

  /** Cancels the task or, with a result, completes it. */
  ObjectNode cancel(Call call) {
    call.era().requireTasks(call.client());
    var task = load(call);
    var result = call.params().path("result");
    if (!result.isMissingNode() && !result.isNull()) {
      return cancelled(call, complete(call, task, result));
    }
    try {
      return cancelled(
          call,
          tasks.end(
              call.owner(), task.id(), record -> record.cancelled("Cancelled by the client")));
    } catch (IllegalTransitionException e) {
      if (call.era().cancelIsIdempotent()) {
        return cancelled(call, task);
      }
      throw alreadyEnded(task.id());
    }
  }

  private ObjectNode cancelled(Call call, TaskRecord task) {
    return call.era().taskCancelled(tasks.view(task));
  }

  private TaskRecord complete(Call call, TaskRecord task, JsonNode result) {
    var outcome = CompletionResult.of(result);
    try {
      return tasks.end(call.owner(), task.id(), record -> record.completedWith(outcome));
    } catch (IllegalTransitionException e) {
      throw alreadyEnded(task.id());
    }
  }

  private static RpcException alreadyEnded(TaskId id) {
    return RpcException.invalidParams(
        "Task %s has ended and does not change any more; tasks/get shows how".formatted(id));
  }

  private TaskRecord load(Call call) {
    var task = tasks.recover(call.owner(), id(call));
    call.connection().watchedTasks().watch(task);
    return task;
  }

  private static TaskId id(Call call) {
    var id = call.requiredString("taskId");
    if (id.isBlank()) {
      throw RpcException.invalidParams("'taskId' is blank");
    }
    return new TaskId(id);
  }

  /** A result with which a client completes a task: what a tool could have answered. */
  private static final class CompletionResult {
    /** The texts that a block of a type cannot do without. */
    private static final Map<String, List<String>> BLOCKS =
        Map.of(
            "text", List.of("text"),
            "image", List.of("data", "mimeType"),
            "audio", List.of("data", "mimeType"),
            "resource_link", List.of("name", "uri"),
            "resource", List.of());

    /** Members that only a tool's result may have. */
    private static final List<String> OWN =
        List.of("content", "structuredContent", "isError", "_meta", "resultType");

    private CompletionResult() {}

    /**
     * The result as it is kept. What a tool could have answered is taken as it is, without members
     * of ours. Any other value becomes a text and structured content, so that no client is served
     * what the protocol does not know; members of an object stay where they were given, too.
     */
    static ObjectNode of(JsonNode given) {
      return given instanceof ObjectNode object && isToolResult(object)
          ? object.deepCopy().without("resultType")
          : told(given);
    }

    private static ObjectNode told(JsonNode value) {
      var result = value instanceof ObjectNode object ? object.deepCopy() : Json.object();
      OWN.forEach(result::remove);
      var text = value.isString() ? value.stringValue() : value.toString();
      result.putArray("content").addObject().put("type", "text").put("text", text);
      result.set(
          "structuredContent", value.isObject() ? value : Json.object().set("result", value));
      return result;
    }

    private static boolean isToolResult(ObjectNode object) {
      return object.path("content").isArray()
          && object.path("content").valueStream().allMatch(CompletionResult::isBlock)
          && isObjectIfThere(object, "structuredContent")
          && isObjectIfThere(object, "_meta")
          && (!object.has("isError") || object.path("isError").isBoolean());
    }

    private static boolean isBlock(JsonNode block) {
      var texts = BLOCKS.get(block.path("type").asString(""));
      return texts != null
          && texts.stream().allMatch(name -> block.path(name).isString())
          && (!block.path("type").asString("").equals("resource") || embeds(block.path("resource")))
          && isObjectIfThere(block, "_meta")
          && isObjectIfThere(block, "annotations");
    }

    private static boolean embeds(JsonNode resource) {
      return resource.path("uri").isString()
          && (resource.path("text").isString() || resource.path("blob").isString());
    }

    private static boolean isObjectIfThere(JsonNode json, String member) {
      return !json.has(member) || json.path(member).isObject();
    }
  }
}
