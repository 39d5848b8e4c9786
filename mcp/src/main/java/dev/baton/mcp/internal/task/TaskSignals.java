package dev.baton.mcp.internal.task;

import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Wakes whoever waits for a task to change. Thread safe. */
final class TaskSignals {
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
