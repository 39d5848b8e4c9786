package dev.baton.mcp.workflow;

import dev.baton.task.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Lets those who want the same task have it one after the other. Thread safe. */
final class KeyedLock {
  private final Map<TaskId, Turn> locks = new ConcurrentHashMap<>();

  /** Does the work when it is its turn: who comes second finds what the first has done. */
  <T> T take(TaskId id, Callable<T> work) throws Exception {
    var turn = locks.compute(id, (_, others) -> others == null ? new Turn() : others.withOneMore());
    try {
      turn.lock.lockInterruptibly();
      try {
        turn.begins(Thread.currentThread());
        return work.call();
      } finally {
        turn.ends();
        turn.lock.unlock();
      }
    } finally {
      locks.computeIfPresent(id, (_, all) -> --all.users == 0 ? null : all);
    }
  }

  /** If somebody has it, or waits for it. */
  boolean isTaken(TaskId id) {
    return locks.containsKey(id);
  }

  /** Interrupts who has it; that work is then stopped, for as long as it goes on. */
  void stop(TaskId id) {
    locks.computeIfPresent(
        id,
        (_, turn) -> {
          turn.stop();
          return turn;
        });
  }

  /** If who has it was told to stop. */
  boolean isStopped(TaskId id) {
    return Optional.ofNullable(locks.get(id)).filter(Turn::isStopped).isPresent();
  }

  /** Those who work on one task, or wait to. Its count changes only inside the map. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int users = 1;
    private Optional<Thread> worker = Optional.empty();
    private boolean stopped;

    private Turn withOneMore() {
      users++;
      return this;
    }

    private synchronized void begins(Thread thread) {
      worker = Optional.of(thread);
    }

    private synchronized void ends() {
      worker = Optional.empty();
      if (stopped) {
        // why: the interrupt was for the work alone, and the request has yet to be answered
        Thread.interrupted();
        stopped = false;
      }
    }

    private synchronized void stop() {
      stopped = worker.isPresent();
      worker.ifPresent(Thread::interrupt);
    }

    private synchronized boolean isStopped() {
      return stopped;
    }
  }
}
