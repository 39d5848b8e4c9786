package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientNotifications;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.HandlerContext.Channel;
import dev.baton.mcp.internal.call.KnownAnswers;
import dev.baton.mcp.internal.connection.CancelledCallException;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The channel of a handler that runs as a task. Nobody waits at its other end, so questions are
 * stored with the task.
 */
final class TaskChannel {
  private final TaskRecord task;
  private final Tasks tasks;

  private TaskChannel(TaskRecord task, Tasks tasks) {
    this.task = task;
    this.tasks = tasks;
  }

  /** The channel of a task that this call becomes, with what its handler knows already. */
  static Channel of(TaskRecord task, Call call, KnownAnswers.HandlerMemory known, Tasks tasks) {
    return new TaskChannel(task, tasks)
        .open(call.era(), call.client(), known, notifications(task, call));
  }

  /** The context of a task that is taken up again; its client is not here. */
  static HandlerContext restarted(TaskRecord task, Tasks tasks) {
    var answers = new LinkedHashMap<String, ObjectNode>();
    task.inputResponses()
        .forEach(
            (key, answer) -> {
              if (answer instanceof ObjectNode object) {
                answers.put(key, object);
              }
            });
    var everything = Json.object();
    List.of("elicitation", "sampling", "roots").forEach(everything::putObject);
    var era = Era.newest();
    var client = new Client("", "", era.version().wireName(), everything);
    var channel =
        new TaskChannel(task, tasks)
            .open(era, client, KnownAnswers.HandlerMemory.of(answers), silent());
    return new HandlerContext(task.owner(), Permit.LASTING, client, Json.object(), channel);
  }

  private Channel open(
      Era era, Client client, KnownAnswers.HandlerMemory known, ClientNotifications notifications) {
    return new Channel(
        Optional.empty(),
        TaskScope.of(task.id()),
        this::isOver,
        notifications,
        new KnownAnswers(era, client, known, this::park));
  }

  /** In the older era progress and log messages go on after the call was answered. */
  private static ClientNotifications notifications(TaskRecord task, Call call) {
    if (!call.era().tellsDuringTasks()) {
      return silent();
    }
    return new ClientNotifications(
        call.request().meta().path(Meta.PROGRESS_TOKEN),
        call::wants,
        message -> {
          call.era().relate(message.withObjectProperty("params"), task.id());
          call.connection().outbox().offer(message);
        });
  }

  private static ClientNotifications silent() {
    return new ClientNotifications(MissingNode.getInstance(), level -> false, message -> {});
  }

  private boolean isOver() {
    return tasks.store().find(task.owner(), task.id()).filter(t -> !t.status().isFinal()).isEmpty();
  }

  /** Stores the questions with the task and waits until all are answered. */
  private Map<String, JsonNode> park(
      List<InputRequest> open, Supplier<KnownAnswers.HandlerMemory> known)
      throws InterruptedException {
    var keys = new LinkedHashMap<String, String>();
    tasks.change(
        task.owner(),
        task.id(),
        record -> {
          var requests = new LinkedHashMap<String, JsonNode>();
          keys.clear();
          for (var request : open) {
            var key = unusedKey(record, request.key());
            keys.put(key, request.key());
            requests.put(key, request.toJson());
          }
          return record.awaitingInput(requests);
        });
    var answered = awaitAnswers(keys.keySet());
    if (answered.status().isFinal()) {
      throw new CancelledCallException();
    }
    var answers = new LinkedHashMap<String, JsonNode>();
    keys.forEach((key, asked) -> answers.put(asked, answered.inputResponses().get(key)));
    return answers;
  }

  /** Withdraws the questions if the thread is interrupted, since nobody waits for answers then. */
  private TaskRecord awaitAnswers(Set<String> keys) throws InterruptedException {
    try {
      return tasks.await(task.owner(), task.id(), record -> record.inputRequests().isEmpty());
    } catch (InterruptedException e) {
      tasks.change(task.owner(), task.id(), record -> record.withdrawing(keys));
      throw e;
    }
  }

  /** A key is used once in a task: a question that is asked again gets a new one. */
  private static String unusedKey(TaskRecord record, String key) {
    var candidate = key;
    for (var n = 2; isUsed(record, candidate); n++) {
      candidate = key + "-" + n;
    }
    return candidate;
  }

  private static boolean isUsed(TaskRecord record, String key) {
    return record.inputResponses().containsKey(key) || record.inputRequests().containsKey(key);
  }
}
