package dev.baton.task.jdbc;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets the threads of this process change one task in the order in which they came, so that they do
 * not overtake each other again and again. It is a courtesy and no lock: who has waited too long
 * goes ahead, and the version of the record decides. Thread safe.
 */
final class WriteOrder {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ReentrantLock[] turns = new ReentrantLock[64];

  WriteOrder() {
    for (int turn = 0; turn < turns.length; turn++) {
      turns[turn] = new ReentrantLock(true);
    }
  }

  <T> T inTurn(Object task, Supplier<T> change) {
    ReentrantLock turn = turns[Math.floorMod(task.hashCode(), turns.length)];
    boolean mine = await(turn);
    try {
      return change.get();
    } finally {
      if (mine) {
        turn.unlock();
      }
    }
  }

  private static boolean await(ReentrantLock turn) {
    try {
      return turn.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
