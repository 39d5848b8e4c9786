package dev.baton.database;

import dev.baton.database.StorageException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Platform threads that nobody interrupts. An interrupt closes the socket under a virtual thread,
 * and if that happens while a commit is under way nobody knows whether it was made. Thread safe.
 */
final class UndisturbedThreads implements AutoCloseable {
  private final String database;
  private final Duration patience;
  private final Permits permits;
  private final ExecutorService threads;

  UndisturbedThreads(String database, int count, Duration patience) {
    this.database = database;
    this.patience = patience;
    permits = new Permits(count);
    threads = Executors.newCachedThreadPool(UndisturbedThreads::daemon);
  }

  /** The answer of the work; an interrupt does not end the wait, and stays set. */
  <T> T call(Supplier<T> work) {
    if (!permits.take(patience)) {
      throw new StorageException(
          Reason.BUSY,
          database,
          "all connections of this program were in use for %d ms".formatted(patience.toMillis()));
    }
    try {
      return CompletableFuture.supplyAsync(work, threads).join();
    } catch (RejectedExecutionException closed) {
      throw new StorageException(Reason.OTHER, database, "it is closed");
    } catch (CompletionException failure) {
      throw asThrown(failure);
    } finally {
      permits.giveBack();
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }

  private static RuntimeException asThrown(CompletionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof RuntimeException thrown ? thrown : failure;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "baton-database");
    thread.setDaemon(true);
    return thread;
  }
}
