package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.CallContext;
import dev.baton.mcp.internal.call.ClientNotifications;
import dev.baton.mcp.internal.call.KnownAnswers;
import dev.baton.mcp.internal.connection.CancelledCallException;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.LegacyEra;
import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.internal.era.ModernEra;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a handler sees that runs as a task: nobody waits at the other end, so questions are stored.
 */
final class TaskContext implements RequestContext {
  private final TaskRecord task;
  private final Permit permit;
  private final Client client;
  private final ObjectNode meta;
  private final Tasks tasks;
  private final ClientNotifications notifications;
  private final KnownAnswers answers;

  private TaskContext(
      TaskRecord task,
      Permit permit,
      Client client,
      ObjectNode meta,
      Era era,
      KnownAnswers.Known known,
      ClientNotifications notifications,
      Tasks tasks) {
    this.task = task;
    this.permit = permit;
    this.client = client;
    this.meta = meta;
    this.notifications = notifications;
    this.tasks = tasks;
    this.answers = new KnownAnswers(era, client, known, this::park);
  }

  /** The context of a task that this call has become; answers that the call brought are kept. */
  static TaskContext of(TaskRecord task, CallContext origin, Tasks tasks) {
    var call = origin.call();
    return new TaskContext(
        task,
        origin.permit(),
        call.client(),
        call.request().meta(),
        call.era(),
        origin.answers().known(),
        notifications(task, call),
        tasks);
  }

  /** The context of a task that is taken up again; its client is not here. */
  static TaskContext restarted(TaskRecord task, Tasks tasks) {
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
    return new TaskContext(
        task,
        Permit.LASTING,
        new Client("", "", ModernEra.INSTANCE.version().wireName(), everything),
        Json.object(),
        ModernEra.INSTANCE,
        KnownAnswers.Known.of(answers),
        silent(),
        tasks);
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
          LegacyEra.relate(message.withObjectProperty("params"), task.id().value());
          call.connection().outbox().offer(message);
        });
  }

  private static ClientNotifications silent() {
    return new ClientNotifications(MissingNode.getInstance(), level -> false, message -> {});
  }

  TaskRecord record() {
    return task;
  }

  /** Stores the questions with the task and waits until all are answered. */
  private Map<String, JsonNode> park(List<InputRequest> open, Supplier<KnownAnswers.Known> known)
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
    var answered = tasks.await(task.owner(), task.id(), record -> record.inputRequests().isEmpty());
    if (answered.status().isFinal()) {
      throw new CancelledCallException();
    }
    var answers = new LinkedHashMap<String, JsonNode>();
    keys.forEach((key, asked) -> answers.put(asked, answered.inputResponses().get(key)));
    return answers;
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

  @Override
  public TaskOwner owner() {
    return task.owner();
  }

  @Override
  public Permit permit() {
    return permit;
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public ObjectNode meta() {
    return meta;
  }

  @Override
  public TaskScope task() {
    return TaskScope.of(task.id());
  }

  @Override
  public boolean isCancelled() {
    return tasks.store().find(task.owner(), task.id()).filter(t -> !t.status().isFinal()).isEmpty();
  }

  @Override
  public void progress(double done, double total, String message) {
    if (!isCancelled()) {
      notifications.progress(done, total, message);
    }
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    if (!isCancelled()) {
      notifications.log(level, logger, data);
    }
  }

  @Override
  public Answers ask(InputRequest... requests) {
    return answers.ask(List.of(requests));
  }

  @Override
  public void keep(ObjectNode state) {
    answers.keep(state);
  }

  @Override
  public Optional<ObjectNode> kept() {
    return answers.kept();
  }
}
