package dev.baton.orchestrator.event;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Wakes those who wait for news of an attempt. Thread safe. */
public final class Signals {
  /** A net below the outbox: what is said beside it reaches those who wait all the same. */
  private static final Duration LOOK_ANYWAY = Duration.ofSeconds(5);

  /** Those who wait for one attempt. */
  private static final class Waiters {
    private int count;
    private long news;
  }

  private final List<Consumer<UUID>> listeners = new CopyOnWriteArrayList<>();
  private final ConcurrentHashMap<UUID, Waiters> waiting = new ConcurrentHashMap<>();

  /** Has this done whenever there is more to read of an attempt. */
  void listen(Consumer<UUID> listener) {
    listeners.add(listener);
  }

  /** There is more to read of the attempt. What happens to it needs no word: events tell it. */
  public void tell(UUID attemptId) {
    listeners.forEach(listener -> listener.accept(attemptId));
    wake(Set.of(attemptId));
  }

  /** Has those look again who wait for one of these. */
  void wake(Set<UUID> attempts) {
    for (var attempt : attempts) {
      var waiters = waiting.get(attempt);
      if (waiters != null) {
        synchronized (waiters) {
          waiters.news++;
          waiters.notifyAll();
        }
      }
    }
  }

  void wakeAll() {
    wake(Set.copyOf(waiting.keySet()));
  }

  /**
   * Returns when the condition holds or the time is up; the condition is asked again after news.
   *
   * @return whether the condition holds
   */
  public boolean await(UUID attemptId, Duration patience, BooleanSupplier condition)
      throws InterruptedException {
    var waiters = join(attemptId);
    try {
      var deadline = System.nanoTime() + patience.toNanos();
      while (true) {
        long seen = news(waiters);
        if (condition.getAsBoolean()) {
          return true;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        pause(waiters, seen, Math.min(left, LOOK_ANYWAY.toNanos()));
      }
    } finally {
      leave(attemptId);
    }
  }

  private Waiters join(UUID attemptId) {
    return waiting.compute(
        attemptId,
        (_, present) -> {
          var waiters = present == null ? new Waiters() : present;
          waiters.count++;
          return waiters;
        });
  }

  private void leave(UUID attemptId) {
    waiting.computeIfPresent(attemptId, (_, waiters) -> --waiters.count == 0 ? null : waiters);
  }

  private static long news(Waiters waiters) {
    synchronized (waiters) {
      return waiters.news;
    }
  }

  private static void pause(Waiters waiters, long seen, long nanos) throws InterruptedException {
    var deadline = System.nanoTime() + nanos;
    synchronized (waiters) {
      while (waiters.news == seen) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(waiters, Math.max(left, 1_000_000));
      }
    }
  }
}
