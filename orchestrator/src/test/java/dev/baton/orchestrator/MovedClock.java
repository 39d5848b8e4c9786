package dev.baton.orchestrator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/** The clock of the system, as much later as a test wants. Thread safe. */
final class MovedClock extends Clock {
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private final Clock system = Clock.systemUTC();

  void forward(Duration more) {
    ahead.accumulateAndGet(more, Duration::plus);
  }

  @Override
  public Instant instant() {
    return system.instant().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return system.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Times are in UTC here");
  }
}
