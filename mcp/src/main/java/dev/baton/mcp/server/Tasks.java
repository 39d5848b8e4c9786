package dev.baton.mcp.server;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import dev.baton.task.UnknownTaskException;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tool calls that run as tasks: each on a thread of its own, stored before anybody hears of it.
 * Every change of a task goes through here, so that whoever watches it is told. Thread safe.
 */
final class Tasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tasks.class);

  private final TaskStore store;
  private final TaskLimits limits;
  private final Clock clock;
  private final Consumer<TaskRecord> onChange;
  private final Consumer<TaskId> onExpiry;
  private final ToolCalls calls;
  private final ServerObserver observer;
  private final TaskSignals signals = new TaskSignals();
  private final Map<TaskId, Thread> running = new ConcurrentHashMap<>();
  private final Map<TaskKind, TaskKindSupport> endings = new ConcurrentHashMap<>();
  private final OrphanedCalls left = new OrphanedCalls(this);
  private volatile UnaryOperator<TaskRecord> view = UnaryOperator.identity();
  private volatile boolean closing;

  Tasks(
      TaskStore store,
      TaskLimits limits,
      Clock clock,
      Consumer<TaskRecord> onChange,
      Consumer<TaskId> onExpiry,
      ToolCalls calls,
      ServerObserver observer) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
    this.onChange = onChange;
    this.onExpiry = onExpiry;
    this.calls = calls;
    this.observer = observer;
  }

  /** From now on clients see of a task what this leaves of it. */
  void showAs(UnaryOperator<TaskRecord> next) {
    view = next;
  }

  /** The task as clients may see it. */
  TaskRecord shown(TaskRecord task) {
    return view.apply(task);
  }

  TaskStore store() {
    return store;
  }

  TaskLimits limits() {
    return limits;
  }

  /** The time to live for what the client wished; without a wish it is the default. */
  Duration timeToLive(JsonNode wished) {
    if (wished.isMissingNode() || wished.isNull()) {
      return limits.defaultTimeToLive();
    }
    if (!wished.isIntegralNumber()) {
      throw RpcException.invalidParams(
          "'task.ttl' must be a whole number of milliseconds, not %s".formatted(wished));
    }
    try {
      var longest = BigInteger.valueOf(Long.MAX_VALUE);
      return limits.timeToLive(
          wished.bigIntegerValue().min(longest).max(longest.negate()).longValue());
    } catch (IllegalArgumentException e) {
      throw RpcException.invalidParams("'task.ttl': " + e.getMessage());
    }
  }

  Duration defaultTimeToLive() {
    return limits.defaultTimeToLive();
  }

  /** Stores a task for this call and starts it. */
  TaskRecord start(Tool<?, ?> tool, ObjectNode arguments, CallContext origin, Duration timeToLive) {
    var task = create(tool, arguments, origin, timeToLive);
    run(task, tool, arguments, TaskContext.of(task, origin, this));
    return task;
  }

  /** Stores a task for a call that somebody else runs, and then {@link #adopt}s. */
  TaskRecord create(
      Tool<?, ?> tool, ObjectNode arguments, CallContext origin, Duration timeToLive) {
    var subject = Json.object().put("tool", tool.name());
    subject.set("arguments", arguments);
    return create(
        new NewTask(
            origin.owner(),
            TaskKind.TOOL_CALL,
            subject,
            timeToLive,
            limits.defaultPollInterval(),
            Map.of(),
            Optional.of(store.presence().self())),
        origin);
  }

  /** Stores a task; the client of the request is told of its changes. */
  TaskRecord create(NewTask newTask, RequestContext origin) {
    var task = store.create(newTask);
    if (origin instanceof CallContext call) {
      call.call().connection().watchedTasks().watch(task);
    }
    return task;
  }

  /** Looks after a call that became a task while a thread was working on it. */
  void adopt(TaskRecord task, Tool<?, ?> tool, Callable<ToolResult> result, Thread worker) {
    running.put(task.id(), worker);
    Thread.startVirtualThread(() -> finish(task, outcome(task, tool, result)));
  }

  /** Runs the handler of a task on a thread of its own. */
  void run(TaskRecord task, Tool<?, ?> tool, ObjectNode arguments, TaskContext context) {
    var worker =
        Thread.ofVirtual()
            .name("task-" + task.id())
            .unstarted(
                () -> finish(task, outcome(task, tool, () -> observed(tool, arguments, context))));
    running.put(task.id(), worker);
    worker.start();
  }

  private ToolResult observed(Tool<?, ?> tool, ObjectNode arguments, TaskContext context)
      throws Exception {
    var work =
        new ServerObserver.Work(
            ServerObserver.Kind.TASK,
            "tools/call",
            tool.name(),
            context.client(),
            context.owner(),
            context.meta());
    return observer.around(work, () -> calls.call(tool, arguments, context));
  }

  private UnaryOperator<TaskRecord> outcome(
      TaskRecord task, Tool<?, ?> tool, Callable<ToolResult> call) {
    try {
      var result = call.call().toJson();
      return record -> record.completedWith(result);
    } catch (RpcException e) {
      var error = e.error();
      return record -> failed(record, error);
    } catch (InterruptedException | CancelledCallException e) {
      return closing && tool.isRestartable()
          ? UnaryOperator.identity() // the next server takes it up
          : record -> record.failedWith(ErrorCode.INTERNAL_ERROR, interrupted(tool));
    } catch (Throwable e) {
      // why: a handler's Error must not leave its task working for ever
      LOG.error("Tool '{}' failed in task {}", tool.name(), task.id(), e);
      var message = "Tool '%s' failed; the server's log says why".formatted(tool.name());
      return record -> record.failedWith(ErrorCode.INTERNAL_ERROR, message);
    }
  }

  private String interrupted(Tool<?, ?> tool) {
    return closing
        ? "The server stopped while tool '%s' was running".formatted(tool.name())
        : "Tool '%s' was interrupted".formatted(tool.name());
  }

  private static TaskRecord failed(TaskRecord record, RpcError error) {
    return error
        .data()
        .map(data -> record.failedWith(error.code(), error.message(), data))
        .orElseGet(() -> record.failedWith(error.code(), error.message()));
  }

  /** Writes what came of a task, if it has not ended meanwhile. */
  void finish(TaskRecord task, UnaryOperator<TaskRecord> outcome) {
    running.remove(task.id());
    // why: an interrupt that came too late for the handler must not break the write
    Thread.interrupted();
    try {
      change(task.owner(), task.id(), record -> light(outcome.apply(record)));
    } catch (IllegalTransitionException | UnknownTaskException e) {
      LOG.debug("Task {} had ended before its tool did: {}", task.id(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("The outcome of task {} could not be stored", task.id(), e);
    }
  }

  /** A task that has ended is kept for its outcome, not for its arguments. */
  private static TaskRecord light(TaskRecord record) {
    if (record.kind() != TaskKind.TOOL_CALL || !record.status().isFinal()) {
      return record;
    }
    var tool = Json.object();
    tool.set("tool", record.subject().path("tool"));
    return record.withSubject(tool);
  }

  TaskRecord load(TaskOwner owner, TaskId id) {
    var task = find(owner, id);
    return left.takeOver(task) ? find(owner, id) : seen(task);
  }

  /** The task as it stands, as clients may see it. */
  Optional<TaskRecord> findShown(TaskOwner owner, TaskId id) {
    return store.find(owner, id).map(this::seen).map(this::shown);
  }

  private TaskRecord seen(TaskRecord task) {
    var ending = endings.get(task.kind());
    return ending == null ? task : ending.seen(task);
  }

  private TaskRecord find(TaskOwner owner, TaskId id) {
    return store.find(owner, id).orElseThrow(() -> new UnknownTaskException(id));
  }

  /** Waits until the task is as wanted. */
  TaskRecord await(TaskOwner owner, TaskId id, Predicate<TaskRecord> wanted)
      throws InterruptedException {
    return signals.await(id, () -> load(owner, id), wanted);
  }

  /** Changes a task and tells whoever watches it. */
  TaskRecord change(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    return changed(store.update(owner, id, change));
  }

  /** The same for a change that has results of its own. */
  TaskRecord changeWithResults(
      TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    return changed(store.change(owner, id, change));
  }

  /** The same for a task that was just read. */
  TaskRecord changeWithResults(TaskRecord seen, Function<TaskRecord, TaskChange> change) {
    return changed(store.change(seen, change));
  }

  private TaskRecord changed(TaskRecord changed) {
    onChange.accept(shown(changed));
    signals.changed(changed.id());
    return changed;
  }

  /** Ends a task from outside and interrupts its handler, whose outcome nobody will take. */
  TaskRecord end(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    var ended = change(owner, id, record -> light(settled(record, change)));
    interrupt(id);
    return ended;
  }

  private TaskRecord settled(TaskRecord record, UnaryOperator<TaskRecord> change) {
    var ending = endings.get(record.kind());
    return ending == null ? change.apply(record) : ending.settle(record, change.apply(record));
  }

  /** From now on tasks of this kind are ended so. */
  void endBy(TaskKind kind, TaskKindSupport ending) {
    endings.put(kind, ending);
  }

  private void interrupt(TaskId id) {
    var worker = running.remove(id);
    if (worker != null) {
      worker.interrupt();
    }
    endings.values().forEach(ending -> ending.stop(id));
  }

  /** Removes what has expired, and stops what still ran for it. */
  void sweep() {
    for (var expired : store.sweep(clock.instant())) {
      interrupt(expired);
      signals.changed(expired);
      onExpiry.accept(expired);
    }
  }

  /** Takes up, or ends with a reason, the tool calls that an earlier process left behind. */
  void recover(Registry<Tool<?, ?>> tools) {
    left.recover(tools);
  }

  /** Interrupts every handler and waits for none. */
  @Override
  public void close() {
    closing = true;
    running.values().forEach(Thread::interrupt);
  }
}
