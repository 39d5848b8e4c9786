package dev.baton.app.program;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ends what serves when the operating system asks the program to end, and lets the program end well
 * (exit code 0), not as one that was killed. Thread safe.
 */
public final class Shutdown implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int MOST_MISSES = 2;

  private final List<Runnable> endings;
  private final Thread hook = Thread.ofPlatform().name("shutdown").unstarted(this::run);

  private Shutdown(List<Runnable> endings) {
    this.endings = endings;
  }

  /** From now on these run, in this order, when the program is asked to end. */
  public static Shutdown with(Runnable... endings) {
    var shutdown = new Shutdown(List.of(endings));
    Runtime.getRuntime().addShutdownHook(shutdown.hook);
    return shutdown;
  }

  private void run() {
    // why: whatever hangs must not keep the program from ending
    var work = Thread.ofPlatform().daemon().name("ending").start(this::end);
    try {
      Runtime.getRuntime().halt(work.join(PATIENCE) ? 0 : 1);
    } catch (InterruptedException e) {
      Runtime.getRuntime().halt(1);
    }
  }

  private void end() {
    endings.forEach(Runnable::run);
  }

  /** Waits for the end of the program. */
  public void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** The same, or until the condition has failed for a few seconds. */
  public void awaitWhile(BooleanSupplier condition) throws InterruptedException {
    for (var misses = 0; misses < MOST_MISSES; ) {
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      misses = condition.getAsBoolean() ? 0 : misses + 1;
    }
  }

  /** Leaves the end to the caller again. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // why: the program is ending already, and the hook has taken over
      return;
    }
  }
}
