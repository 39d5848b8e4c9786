package dev.baton.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The right to use one of so many connections, first come, first served. Thread safe. */
final class Permits {
  private final Semaphore free;

  Permits(int count) {
    free = new Semaphore(count, true);
  }

  /** True if one was got in time; an interrupt does not end the wait, and stays set. */
  boolean take(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return free.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void giveBack() {
    free.release();
  }
}
