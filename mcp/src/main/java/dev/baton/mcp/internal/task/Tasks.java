package dev.baton.mcp.internal.task;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.ScopedContext;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.RequestContext;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import dev.baton.task.UnknownTaskException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * The tasks of a server, of every kind. Every change of a task goes through here, so that whoever
 * watches it is told. Thread safe.
 */
public final class Tasks {
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final TaskStore store;
  private final TaskLimits limits;
  private final Clock clock;
  private final Consumer<TaskRecord> onChange;
  private final Consumer<TaskId> onExpiry;
  private final TaskSignals signals = new TaskSignals();
  private final Map<TaskKind, TaskKindSupport> kinds = new ConcurrentHashMap<>();

  public Tasks(
      TaskStore store,
      TaskLimits limits,
      Clock clock,
      Consumer<TaskRecord> onChange,
      Consumer<TaskId> onExpiry) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
    this.onChange = onChange;
    this.onExpiry = onExpiry;
  }

  /** Recovers the tasks of this kind that dead processes hold, and supports those that follow. */
  public void support(TaskKind kind, TaskKindSupport support) {
    kinds.put(kind, support);
    store.forEachHeld(kind, support::recover);
  }

  private Optional<TaskKindSupport> kind(TaskRecord task) {
    return Optional.ofNullable(kinds.get(task.kind()));
  }

  /** The task as clients may see it. */
  public TaskRecord view(TaskRecord task) {
    return kind(task).map(kind -> kind.view(task)).orElse(task);
  }

  public TaskStore store() {
    return store;
  }

  public TaskLimits limits() {
    return limits;
  }

  /** The time to live for what the client wished; without a wish it is the default. */
  public Duration timeToLive(JsonNode wished) {
    if (wished.isMissingNode() || wished.isNull()) {
      return limits.defaultTimeToLive();
    }
    if (!(wished.isNumber() && isWhole(wished.decimalValue()))) {
      throw RpcException.invalidParams(
          "'task.ttl' must be a whole number of milliseconds, not %s".formatted(wished));
    }
    try {
      return limits.timeToLive(
          wished.decimalValue().min(LONGEST).max(LONGEST.negate()).longValue());
    } catch (IllegalArgumentException e) {
      throw RpcException.invalidParams("'task.ttl': " + e.getMessage());
    }
  }

  /** Also if it is written with an exponent, as clients write large numbers. */
  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  /** Stores a task; the client of the request is told of its changes. */
  public TaskRecord create(NewTask newTask, RequestContext origin) {
    var task = store.create(newTask);
    waiting(origin).ifPresent(call -> call.connection().watchedTasks().watch(task));
    return task;
  }

  private static Optional<Call> waiting(RequestContext origin) {
    return switch (origin) {
      case HandlerContext context -> context.call();
      case ScopedContext scoped -> waiting(scoped.request());
      default -> Optional.empty();
    };
  }

  /** The task as it is, after recovery if its process has died. */
  public TaskRecord recover(TaskOwner owner, TaskId id) {
    return recover(store.find(owner, id).orElseThrow(() -> new UnknownTaskException(id)));
  }

  private TaskRecord recover(TaskRecord task) {
    return kind(task).map(kind -> kind.recover(task)).orElse(task);
  }

  /** The same as clients may see it; empty if there is none. */
  public Optional<TaskRecord> recoverView(TaskOwner owner, TaskId id) {
    return store.find(owner, id).map(this::recover).map(this::view);
  }

  /** Waits until the task is as wanted. */
  public TaskRecord await(TaskOwner owner, TaskId id, Predicate<TaskRecord> wanted)
      throws InterruptedException {
    return signals.await(id, () -> recover(owner, id), wanted);
  }

  /** Changes a task and tells whoever watches it. */
  public TaskRecord change(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    return changed(store.update(owner, id, change));
  }

  /** The same for a change that has results of its own. */
  public TaskRecord changeWithResults(
      TaskOwner owner, TaskId id, Function<TaskRecord, TaskChange> change) {
    return changed(store.change(owner, id, change));
  }

  /** The same for a task that was just read. */
  public TaskRecord changeWithResults(TaskRecord seen, Function<TaskRecord, TaskChange> change) {
    return changed(store.change(seen, change));
  }

  private TaskRecord changed(TaskRecord changed) {
    onChange.accept(view(changed));
    signals.changed(changed.id());
    return changed;
  }

  /** Ends a task from outside and stops the work on it, whose outcome nobody will take. */
  public TaskRecord end(TaskOwner owner, TaskId id, UnaryOperator<TaskRecord> change) {
    var ended = change(owner, id, record -> settled(record, change.apply(record)));
    stop(id);
    return ended;
  }

  private TaskRecord settled(TaskRecord before, TaskRecord ended) {
    return kind(before).map(kind -> kind.settle(before, ended)).orElse(ended);
  }

  private void stop(TaskId id) {
    kinds.values().forEach(kind -> kind.stop(id));
  }

  /** Removes what has expired, and stops what still ran for it. */
  public void sweep() {
    for (var expired : store.sweep(clock.instant())) {
      stop(expired);
      signals.changed(expired);
      onExpiry.accept(expired);
    }
  }

  /** Wakes whoever waits for a task to change. Thread safe. */
  private static final class TaskSignals {
    /** How long a change that another process made may stay unseen. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final Map<TaskId, CompletableFuture<Void>> next = new ConcurrentHashMap<>();

    void changed(TaskId id) {
      var waiting = next.remove(id);
      if (waiting != null) {
        waiting.complete(null);
      }
    }

    /** Loads the task now and after every change, until it is as wanted. */
    TaskRecord await(TaskId id, Supplier<TaskRecord> load, Predicate<TaskRecord> wanted)
        throws InterruptedException {
      var now = load.get();
      while (!wanted.test(now)) {
        // why: the signal is taken before the look, so that no change falls between the two
        var change = next.computeIfAbsent(id, _ -> new CompletableFuture<>());
        now = load.get();
        if (!wanted.test(now)) {
          await(change);
          now = load.get();
        }
      }
      return now;
    }

    private static void await(CompletableFuture<Void> change) throws InterruptedException {
      try {
        change.get(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // why: the store may have changed without a signal, by its clock or another process
      } catch (ExecutionException e) {
        throw new IllegalStateException("A signal was completed with a failure", e);
      }
    }
  }
}
