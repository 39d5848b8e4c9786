package dev.baton.orchestrator;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done from time to time, whoever asks or not. */
final class Housekeeping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Approvals approvals;
  private final Thread thread = Thread.ofVirtual().name("housekeeping").unstarted(this::run);

  Housekeeping(Approvals approvals) {
    this.approvals = approvals;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        expireApprovals();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void expireApprovals() {
    try {
      approvals.expire();
    } catch (RuntimeException e) {
      LOG.warn("Questions whose time is over could not be closed; tried again", e);
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
