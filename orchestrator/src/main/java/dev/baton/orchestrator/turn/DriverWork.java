package dev.baton.orchestrator.turn;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What drivers do themselves between two programs, such as a commit, whose hooks may never end.
 * Whoever stops an attempt cuts it short. Thread safe.
 */
public final class DriverWork {
  private final Map<UUID, Thread> threads = new ConcurrentHashMap<>();

  /** Returns when the work is done; what it throws comes out. */
  void finish(UUID attemptId, Runnable work) throws InterruptedException {
    var task = new FutureTask<>(work, work);
    var thread = Thread.ofVirtual().name("work for " + attemptId).unstarted(task);
    threads.put(attemptId, thread);
    thread.start();
    try {
      var ignored = task.get();
    } catch (InterruptedException e) {
      thread.interrupt();
      thread.join();
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } finally {
      threads.remove(attemptId, thread);
    }
  }

  /** Interrupts the work of an attempt, if there is any, once: git wants to clean up after it. */
  void cutShort(UUID attemptId) {
    Optional.ofNullable(threads.remove(attemptId)).ifPresent(Thread::interrupt);
  }
}
