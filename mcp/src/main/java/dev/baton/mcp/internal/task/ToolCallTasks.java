package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.internal.connection.CancelledCallException;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.NewTask;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimitException;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStatus;
import dev.baton.task.UnknownTaskException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tool calls that run as tasks: each on a thread of its own, stored before anybody hears of it. A
 * call whose process has died runs again, or ends with a reason. Thread safe.
 */
public final class ToolCallTasks implements TaskKindSupport, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ToolCallTasks.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Tasks tasks;
  private final Registry<Tool<?, ?>> tools;
  private final ToolCalls calls;
  private final Map<TaskId, Thread> running = new ConcurrentHashMap<>();
  private volatile boolean started;
  private volatile boolean closing;

  public ToolCallTasks(Tasks tasks, Registry<Tool<?, ?>> tools, ToolCalls calls) {
    this.tasks = tasks;
    this.tools = tools;
    this.calls = calls;
  }

  /** Recovers the calls of dead processes, and supports those that follow. */
  public void start() {
    tasks.support(TaskKind.TOOL_CALL, this);
    started = true;
  }

  /** Stores a task for this call and starts it. */
  public TaskRecord start(
      Tool<?, ?> tool,
      ObjectNode arguments,
      Call call,
      HandlerContext context,
      Duration timeToLive) {
    var task = handOver(tool, arguments, call, context, timeToLive).orElseThrow();
    run(task, tool, arguments, context);
    return task;
  }

  /** The same with the usual time to live; empty if there is no room for a task, or no store. */
  public Optional<TaskRecord> startIfPossible(
      Tool<?, ?> tool, ObjectNode arguments, Call call, HandlerContext context) {
    var task = handOverIfPossible(tool, arguments, call, context);
    task.ifPresent(stored -> run(stored, tool, arguments, context));
    return task;
  }

  /**
   * Stores a task for a call that runs already.
   *
   * @return empty if a question is the call's answer, or if no task can be stored: then the client
   *     waits, as it would without tasks
   */
  Optional<TaskRecord> handOverIfPossible(
      Tool<?, ?> tool, ObjectNode arguments, Call call, HandlerContext context) {
    try {
      return handOver(tool, arguments, call, context, tasks.limits().defaultTimeToLive());
    } catch (TaskLimitException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      LOG.warn("A call of {} cannot become a task", tool.name(), e);
      return Optional.empty();
    }
  }

  private Optional<TaskRecord> handOver(
      Tool<?, ?> tool,
      ObjectNode arguments,
      Call call,
      HandlerContext context,
      Duration timeToLive) {
    return context.handOver(
        () -> create(tool, arguments, context, timeToLive),
        (task, known) -> TaskChannel.of(task, call, known, tasks));
  }

  private TaskRecord create(
      Tool<?, ?> tool, ObjectNode arguments, HandlerContext origin, Duration timeToLive) {
    var subject = Json.object().put("tool", tool.name());
    subject.set("arguments", arguments);
    return tasks.create(
        new NewTask(
            origin.owner(),
            TaskKind.TOOL_CALL,
            subject,
            timeToLive,
            tasks.limits().defaultPollInterval(),
            Map.of(),
            Optional.of(tasks.store().presence().self())),
        origin);
  }

  /** Waits for the result of a call that was handed over, and stores it. */
  void adopt(TaskRecord task, Tool<?, ?> tool, Callable<ToolResult> result, Thread worker) {
    running.put(task.id(), worker);
    Thread.startVirtualThread(() -> finish(task, outcome(task, tool, result)));
  }

  private void run(TaskRecord task, Tool<?, ?> tool, ObjectNode arguments, HandlerContext context) {
    var worker =
        Thread.ofVirtual()
            .name("task-" + task.id())
            .unstarted(
                () -> finish(task, outcome(task, tool, () -> call(tool, arguments, context))));
    running.put(task.id(), worker);
    worker.start();
  }

  private ToolResult call(Tool<?, ?> tool, ObjectNode arguments, HandlerContext context)
      throws Exception {
    return calls.callObserved(ServerObserver.Kind.TASK, tool, arguments, context);
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

  /** Writes what came of a task; while the store is away nobody else knows it. */
  private void finish(TaskRecord task, UnaryOperator<TaskRecord> outcome) {
    running.remove(task.id());
    // why: an interrupt that came too late for the handler must not break the write
    Thread.interrupted();
    var pause = FIRST_PAUSE;
    while (!isWritten(task, outcome) && !closing) {
      LockSupport.parkNanos(pause.toNanos());
      pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
    }
  }

  /** False if the store failed; true also if the task has ended or expired meanwhile. */
  private boolean isWritten(TaskRecord task, UnaryOperator<TaskRecord> outcome) {
    try {
      tasks.change(task.owner(), task.id(), record -> settle(record, outcome.apply(record)));
    } catch (IllegalTransitionException | UnknownTaskException e) {
      LOG.debug("Task {} had ended before its tool did: {}", task.id(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("The outcome of task {} could not be stored", task.id(), e);
      return false;
    }
    return true;
  }

  @Override
  public TaskRecord recover(TaskRecord task) {
    if (!isOrphaned(task)) {
      return task;
    }
    var name = task.subject().path("tool").asString("?");
    var tool = tools.find(name).filter(Tool::isRestartable);
    if (tool.isPresent() && task.subject().path("arguments") instanceof ObjectNode arguments) {
      restart(task, tool.get(), arguments);
    } else {
      var reason =
          "The server stopped while tool '%s' was running; it may or may not have taken effect. Call it again if it is safe to repeat"
              .formatted(name);
      var _ =
          isWritten(
              task,
              now -> isOrphaned(now) ? now.failedWith(ErrorCode.INTERNAL_ERROR, reason) : now);
    }
    return tasks.store().find(task.owner(), task.id()).orElse(task);
  }

  /** At its start nothing runs in this server, whatever the store has. */
  private boolean isOrphaned(TaskRecord task) {
    var presence = tasks.store().presence();
    return task.holder()
        .filter(
            holder ->
                holder.equals(presence.self())
                    ? !started && !running.containsKey(task.id())
                    : !presence.isAlive(holder))
        .isPresent();
  }

  private void restart(TaskRecord task, Tool<?, ?> tool, ObjectNode arguments) {
    var taken = new AtomicBoolean();
    var working =
        tasks.change(
            task.owner(),
            task.id(),
            now -> {
              // why: of two servers that see it at the same moment one has it
              taken.set(isOrphaned(now));
              // why: the handler begins anew, and asks its questions again
              return taken.get()
                  ? now.becoming(TaskStatus.WORKING).heldBy(tasks.store().presence().self())
                  : now;
            });
    if (taken.get()) {
      run(working, tool, arguments, TaskChannel.restarted(working, tasks));
    }
  }

  @Override
  public TaskRecord view(TaskRecord task) {
    return task;
  }

  /** A task that has ended is kept for its outcome, not for its arguments. */
  @Override
  public TaskRecord settle(TaskRecord before, TaskRecord ended) {
    if (!ended.status().isFinal()) {
      return ended;
    }
    var tool = Json.object();
    tool.set("tool", ended.subject().path("tool"));
    return ended.withSubject(tool);
  }

  @Override
  public void stop(TaskId id) {
    var worker = running.remove(id);
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Interrupts every handler and waits for none. */
  @Override
  public void close() {
    closing = true;
    running.values().forEach(Thread::interrupt);
  }
}
