package dev.baton.orchestrator.shipping;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work that must not be cut short half done. */
final class UninterruptedWork {
  private UninterruptedWork() {}

  /** Does the work on a thread that nobody knows; an interrupt of the caller is kept for later. */
  static <T> T call(Supplier<T> work) {
    var task = new FutureTask<>(work::get);
    Thread.ofVirtual().start(task);
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
