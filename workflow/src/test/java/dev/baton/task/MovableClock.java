package dev.baton.task;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves; only a running one goes on by itself. Thread safe. */
public final class MovableClock extends Clock {
  private final Clock base;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  private MovableClock(Clock base) {
    this.base = base;
  }

  public MovableClock(Instant now) {
    this(Clock.fixed(now, ZoneOffset.UTC));
  }

  /** Stands at {@code 2026-11-15T10:00:00Z}. */
  public MovableClock() {
    this(Instant.parse("2026-11-15T10:00:00Z"));
  }

  /** Goes on with the clock of the system. */
  public static MovableClock running() {
    return new MovableClock(Clock.systemUTC());
  }

  /** Moves it, back if the step is negative. */
  public void advance(Duration step) {
    ahead.accumulateAndGet(step, Duration::plus);
  }

  @Override
  public Instant instant() {
    return base.instant().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
