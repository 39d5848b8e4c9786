package dev.baton.database;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a database answers. Says once that it does not, and once that it does again, whoever
 * notices it first. Thread safe.
 */
final class Reachability {
  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private final String database;
  private volatile boolean isAway;
  private long awaySince;
  private long lastFailure;

  Reachability(String database) {
    this.database = database;
  }

  boolean isAway() {
    return isAway;
  }

  /** A call did not reach the database. */
  synchronized void failed(StorageException failure) {
    lastFailure = System.nanoTime();
    if (!isAway) {
      isAway = true;
      awaySince = lastFailure;
      LOG.warn("{}; it is tried again until it answers", failure.getMessage());
    }
  }

  /** A call that began at this time, as {@link System#nanoTime} tells it, was answered. */
  void answered(long begun) {
    if (isAway) {
      back(begun);
    }
  }

  private synchronized void back(long begun) {
    // why: one that began before may have been answered before
    if (isAway && begun - lastFailure > 0) {
      isAway = false;
      Duration away = Duration.ofNanos(System.nanoTime() - awaySince);
      LOG.warn("Database {} answers again, after {}", database, words(away));
    }
  }

  private static String words(Duration away) {
    return away.toSeconds() == 0 ? "less than a second" : away.toSeconds() + " s";
  }
}
