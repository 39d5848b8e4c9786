package dev.baton.orchestrator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done from time to time, whoever asks or not. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Something that is done again when so much time has passed. Used by one thread. */
  static final class Chore {
    private final String name;
    private final Duration interval;
    private final Runnable work;
    private Instant last = Instant.MAX;

    Chore(String name, Duration interval, Runnable work) {
      this.name = name;
      this.interval = interval;
      this.work = work;
    }

    private void doIfDue(Instant now) {
      // why: clocks are set back, and then the last time lies in the future
      if (!now.isBefore(last) && now.isBefore(last.plus(interval))) {
        return;
      }
      last = now;
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.warn("{} failed; it is tried again", name, e);
      }
    }
  }

  private final List<Chore> chores;
  private final Clock clock;
  private final Thread thread = Thread.ofVirtual().name("housekeeping").unstarted(this::run);

  Housekeeping(List<Chore> chores, Clock clock) {
    this.chores = List.copyOf(chores);
    this.clock = clock;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        chores.forEach(chore -> chore.doIfDue(clock.instant()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
