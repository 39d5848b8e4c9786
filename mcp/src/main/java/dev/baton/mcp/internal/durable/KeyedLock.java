package dev.baton.mcp.internal.durable;

import dev.baton.task.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One lock for each task, as long as somebody wants it. Thread safe. */
public final class KeyedLock {
  private final Map<TaskId, Entry> locks = new ConcurrentHashMap<>();

  /** Does the work with the task's lock; a second caller finds what the first has done. */
  public <T> T take(TaskId id, Callable<T> work) throws Exception {
    var entry =
        locks.compute(id, (_, others) -> others == null ? new Entry() : others.withOneMore());
    try {
      entry.lock.lockInterruptibly();
      try {
        entry.begins(Thread.currentThread());
        return work.call();
      } finally {
        entry.ends();
        entry.lock.unlock();
      }
    } finally {
      locks.computeIfPresent(id, (_, all) -> --all.users == 0 ? null : all);
    }
  }

  /** If a thread has the lock, or waits for it. */
  boolean isTaken(TaskId id) {
    return locks.containsKey(id);
  }

  /** Interrupts the thread that has the lock, and marks its work as stopped until it ends. */
  void stop(TaskId id) {
    locks.computeIfPresent(
        id,
        (_, entry) -> {
          entry.stop();
          return entry;
        });
  }

  /** If the work of the thread that has the lock is marked as stopped. */
  boolean isStopped(TaskId id) {
    return Optional.ofNullable(locks.get(id)).filter(Entry::isStopped).isPresent();
  }

  /** The threads that work on one task, or wait to. Its count changes only inside the map. */
  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();
    private int users = 1;
    private Optional<Thread> worker = Optional.empty();
    private boolean stopped;

    private Entry withOneMore() {
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
