package dev.baton.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Holds handlers until a test lets them go, and tells what became of them. Thread safe. */
public final class Gate {
  private static final long LIMIT_SECONDS = 15;

  private final Semaphore arrived = new Semaphore(0);
  private final Semaphore open = new Semaphore(0);
  private final Semaphore interrupted = new Semaphore(0);

  /** Waits, on a handler's thread, until the test opens the gate. */
  public void pass() throws InterruptedException {
    arrived.release();
    try {
      open.acquire();
    } catch (InterruptedException e) {
      interrupted.release();
      throw e;
    }
  }

  /** Waits until one more handler stands at the gate. */
  public void awaitArrival() {
    assertThat(acquire(arrived)).as("a handler arrives at the gate").isTrue();
  }

  /** Lets one handler through, now or when it comes. */
  public void open() {
    open.release();
  }

  /** Waits until one more handler was interrupted at the gate. */
  public void awaitInterruption() {
    assertThat(acquire(interrupted)).as("the handler is interrupted").isTrue();
  }

  public boolean sawInterruption() {
    return interrupted.availablePermits() > 0;
  }

  private static boolean acquire(Semaphore semaphore) {
    try {
      return semaphore.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
