package dev.baton.orchestrator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Regular chores that nobody has to ask for, each on a thread of its own. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Something that is done again when so much time has passed. */
  record Chore(String name, Duration interval, Runnable work) {
    /**
     * Repeats a chore on its own thread, so that one which takes long, such as a push, keeps no
     * other waiting.
     */
    private void repeat(Clock clock) {
      var last = Instant.MAX;
      try {
        while (true) {
          TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
          var now = clock.instant();
          // why: clocks are set back, and then the last time lies in the future
          if (now.isBefore(last) || !now.isBefore(last.plus(interval))) {
            last = now;
            doNow();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void doNow() {
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.warn("{} failed; it is tried again", name, e);
      }
    }
  }

  private final List<Thread> threads;

  Housekeeping(List<Chore> chores, Clock clock) {
    threads =
        chores.stream()
            .map(it -> Thread.ofVirtual().name(it.name()).unstarted(() -> it.repeat(clock)))
            .toList();
  }

  void start() {
    threads.forEach(Thread::start);
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
