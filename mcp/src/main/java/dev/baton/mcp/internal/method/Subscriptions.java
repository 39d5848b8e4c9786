package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Outbox;
import dev.baton.mcp.internal.connection.StreamLimit;
import dev.baton.mcp.internal.connection.TaskNotifications;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.internal.task.Tasks;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells clients what has changed: in the newer era those that listen for it, in the older every
 * connection that is open. Thread safe; telling never waits for a client.
 */
public final class Subscriptions implements AutoCloseable {
  /** How long a change of a task that another server made may stay unseen. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** An open {@code subscriptions/listen}. */
  private record Listener(
      TaskOwner owner,
      Era era,
      RequestId id,
      ListenFilter filter,
      TaskNotifications news,
      Outbox outbox) {
    void tell(TaskRecord task) {
      if (owner.equals(task.owner())) {
        news.tell(task, () -> tell(era.taskNotification(task)));
      }
    }

    /** Tells what of the watched tasks was not told yet. */
    void look(Tasks tasks) {
      news.watched().forEach(task -> tasks.recoverView(owner, task).ifPresent(this::tell));
    }

    void tell(ObjectNode message) {
      var tagged = message.deepCopy();
      tagged
          .withObjectProperty("params")
          .withObjectProperty("_meta")
          .set(Meta.SUBSCRIPTION_ID, id.toJson());
      if (!outbox.offer(tagged)) {
        // why: a listener that has missed something must not believe that it has seen everything
        outbox.close();
      }
    }
  }

  private final StreamLimit streams;
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

  public Subscriptions(StreamLimit streams) {
    this.streams = streams;
  }

  void add(Connection connection) {
    connections.add(connection);
  }

  public void remove(Connection connection) {
    connections.remove(connection);
  }

  /** Serves {@code subscriptions/listen}: returns only when the server ends the subscription. */
  ObjectNode listen(Call call, Tasks tasks) throws InterruptedException {
    var filter = ListenFilter.read(call, tasks);
    try (var _ = streams.open(call.owner());
        var outbox = new Outbox()) {
      var listener =
          new Listener(
              call.owner(),
              call.era(),
              call.request().id(),
              filter,
              new TaskNotifications(),
              outbox);
      listener.tell(
          Message.notification("notifications/subscriptions/acknowledged", filter.acknowledged()));
      filter.tasks().forEach(listener.news()::watch);
      call.reply().staysOpen();
      listeners.add(listener);
      call.connection().listening(outbox);
      try {
        listener.look(tasks);
        forward(listener, call, tasks);
      } finally {
        listeners.remove(listener);
        call.connection().listensNoMore(outbox);
      }
      var result = Json.object();
      result.putObject("_meta").set(Meta.SUBSCRIPTION_ID, call.request().id().toJson());
      return result;
    }
  }

  private static void forward(Listener listener, Call call, Tasks tasks)
      throws InterruptedException {
    var outbox = listener.outbox();
    var acknowledgement = outbox.take().orElseThrow();
    if (!call.reply().send(acknowledgement)) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST,
          "subscriptions/listen is answered by a stream: the request must accept text/event-stream");
    }
    while (!outbox.isDone()) {
      var watches = !listener.news().watched().isEmpty();
      var next = watches ? outbox.poll(LOOK_AGAIN) : outbox.take();
      if (next.isPresent() && !call.reply().send(next.get())) {
        return;
      }
      if (next.isEmpty()) {
        listener.look(tasks);
      }
    }
  }

  public void toolsChanged() {
    tell("notifications/tools/list_changed", ListenFilter::tools);
  }

  public void promptsChanged() {
    tell("notifications/prompts/list_changed", ListenFilter::prompts);
  }

  public void resourcesChanged() {
    tell("notifications/resources/list_changed", ListenFilter::resources);
  }

  private void tell(String method, Predicate<ListenFilter> wanted) {
    var message = Message.notification(method, Json.object());
    listeners.stream().filter(one -> wanted.test(one.filter())).forEach(one -> one.tell(message));
    connections.forEach(connection -> connection.outbox().offer(message));
  }

  public void resourceUpdated(String uri) {
    var message =
        Message.notification("notifications/resources/updated", Json.object().put("uri", uri));
    listeners.stream()
        .filter(one -> one.filter().uris().contains(uri))
        .forEach(one -> one.tell(message));
    connections.stream()
        .filter(connection -> connection.watchedResources().contains(uri))
        .forEach(connection -> connection.outbox().offer(message));
  }

  /** Tells a task's owner, and nobody else, where the task stands. */
  public void tell(TaskRecord task) {
    listeners.forEach(listener -> listener.tell(task));
    connections.stream()
        .filter(connection -> connection.owner().equals(task.owner()))
        .forEach(connection -> tell(connection, task));
  }

  private static void tell(Connection connection, TaskRecord task) {
    connection
        .handshake()
        .map(Connection.Handshake::era)
        .ifPresent(
            era ->
                connection
                    .watchedTasks()
                    .tell(task, () -> connection.outbox().offer(era.taskNotification(task))));
  }

  /** Lets a task go that has expired. */
  public void forget(TaskId id) {
    listeners.forEach(listener -> listener.news().forget(id));
    connections.forEach(connection -> connection.watchedTasks().forget(id));
  }

  /** Ends every subscription with an answer, as the protocol asks of a server that stops. */
  @Override
  public void close() {
    listeners.forEach(listener -> listener.outbox().close());
  }

  /** What a listener wants to hear of, and may. */
  private record ListenFilter(
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
        call.era().requireTasks(call.client());
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
        throw RpcException.invalidParams(
            "'notifications.%s' must be true or false".formatted(name));
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
}
