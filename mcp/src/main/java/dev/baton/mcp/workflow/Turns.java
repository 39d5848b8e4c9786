package dev.baton.mcp.workflow;

import dev.baton.task.TaskId;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Lets those who want the same task have it one after the other. Thread safe. */
final class Turns {
  private final Map<TaskId, Turn> turns = new ConcurrentHashMap<>();

  /** Does the work when it is its turn: who comes second finds what the first has done. */
  <T> T take(TaskId id, Callable<T> work) throws Exception {
    var turn = turns.compute(id, (_, others) -> others == null ? new Turn() : others.withOneMore());
    try {
      turn.lock.lockInterruptibly();
      try {
        return work.call();
      } finally {
        turn.lock.unlock();
      }
    } finally {
      turns.computeIfPresent(id, (_, all) -> --all.users == 0 ? null : all);
    }
  }

  /** If somebody has it, or waits for it. */
  boolean isTaken(TaskId id) {
    return turns.containsKey(id);
  }

  /** Those who work on one task, or wait to. Its count changes only inside the map. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int users = 1;

    private Turn withOneMore() {
      users++;
      return this;
    }
  }
}
