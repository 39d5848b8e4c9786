package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** Bounds how many requests of one owner are in flight. Thread safe. */
final class OwnerSlots {
  private final int perOwner;
  private final Map<TaskOwner, Semaphore> slots = new ConcurrentHashMap<>();

  OwnerSlots(int perOwner) {
    this.perOwner = perOwner;
  }

  /**
   * The right to have so many requests in flight, until it is closed; closing twice does no harm.
   */
  static final class Slot implements AutoCloseable {
    private final Semaphore semaphore;
    private final int requests;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Slot(Semaphore semaphore, int requests) {
      this.semaphore = semaphore;
      this.requests = requests;
    }

    @Override
    public void close() {
      if (open.compareAndSet(true, false)) {
        semaphore.release(requests);
      }
    }
  }

  /** Empty if the owner would have more requests in flight than allowed. */
  Optional<Slot> take(TaskOwner owner, int requests) {
    var semaphore = slots.computeIfAbsent(owner, _ -> new Semaphore(perOwner));
    return semaphore.tryAcquire(requests)
        ? Optional.of(new Slot(semaphore, requests))
        : Optional.empty();
  }
}
