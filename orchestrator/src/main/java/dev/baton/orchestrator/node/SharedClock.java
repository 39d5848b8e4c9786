package dev.baton.orchestrator.node;

import dev.baton.orchestrator.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time for all nodes that share a database. The clock of this machine counts as long as it
 * differs by seconds from that of the database; where it is wrong by more, it is put right by the
 * difference. So limits hold although one node began what another watches. Thread safe.
 */
public final class SharedClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(SharedClock.class);

  /** An answer of the database can be late by less. */
  private static final Duration ENOUGH = Duration.ofSeconds(10);

  private final Clock own;
  private final boolean follows;
  private volatile Duration behind = Duration.ZERO;

  SharedClock(Clock own, boolean follows) {
    this.own = own;
    this.follows = follows;
  }

  /** The clock of a node; one that somebody has chosen, or that nobody shares, goes as it goes. */
  public static SharedClock of(Store store, Clock own) {
    var clock = new SharedClock(own, store.isShared() && own.equals(Clock.systemUTC()));
    clock.learn(store.read(tables -> tables.nodes().now()));
    return clock;
  }

  /** Learns what time it is for the database. */
  public void learn(Instant time) {
    var difference = Duration.between(own.instant(), time);
    if (follows && difference.minus(behind).abs().compareTo(ENOUGH) > 0) {
      behind = difference.abs().compareTo(ENOUGH) > 0 ? difference : Duration.ZERO;
      LOG.warn("The clock of this machine {}", words(behind));
    }
  }

  static String words(Duration behind) {
    return behind.isZero()
        ? "agrees with that of the database again"
        : "is %d seconds %s that of the database, which counts: set it right"
            .formatted(behind.abs().toSeconds(), behind.isNegative() ? "ahead of" : "behind");
  }

  @Override
  public Instant instant() {
    return own.instant().plus(behind);
  }

  @Override
  public ZoneId getZone() {
    return own.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return Clock.offset(own.withZone(zone), behind);
  }
}
