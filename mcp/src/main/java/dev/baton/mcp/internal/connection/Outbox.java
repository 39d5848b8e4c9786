package dev.baton.mcp.internal.connection;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages on their way to a client that reads them when it can. Thread safe; adding never waits,
 * so one slow reader delays nobody, and what waits here is bounded.
 */
public final class Outbox implements AutoCloseable {
  private static final int MAX_CHARACTERS = 400_000;

  private record QueuedMessage(ObjectNode message, int size) {}

  private final ArrayDeque<QueuedMessage> queue = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int characters;
  private boolean closed;

  /** Adds a message; false if the outbox is closed, or full of what the client has not read. */
  public boolean offer(ObjectNode message) {
    var size = message.toString().length();
    lock.lock();
    try {
      if (closed || (!queue.isEmpty() && characters + size > MAX_CHARACTERS)) {
        return false;
      }
      queue.add(new QueuedMessage(message, size));
      characters += size;
      changed.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next message; empty once the outbox is closed and nothing is left in it. */
  public Optional<ObjectNode> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (queue.isEmpty() && !closed) {
        changed.await();
      }
      return next();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next message, but no longer than this; empty if none came. */
  public Optional<ObjectNode> poll(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var left = patience.toNanos();
      while (queue.isEmpty() && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      return next();
    } finally {
      lock.unlock();
    }
  }

  /** Takes back a message that could not be delivered, to be the next again. */
  public void putBack(ObjectNode message) {
    var size = message.toString().length();
    lock.lock();
    try {
      queue.addFirst(new QueuedMessage(message, size));
      characters += size;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** True once nothing will come any more. */
  public boolean isDone() {
    lock.lock();
    try {
      return closed && queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private Optional<ObjectNode> next() {
    var next = queue.poll();
    if (next == null) {
      return Optional.empty();
    }
    characters -= next.size();
    return Optional.of(next.message());
  }

  /** Accepts nothing more; what is in it can still be taken. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
