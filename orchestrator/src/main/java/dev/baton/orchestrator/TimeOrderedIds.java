package dev.baton.orchestrator;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;

/** Makes ids that begin with the time (UUID version 7), so that new rows stand together. */
public final class TimeOrderedIds implements Supplier<UUID> {
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  public TimeOrderedIds(Clock clock) {
    this.clock = clock;
  }

  @Override
  public UUID get() {
    long time = (clock.millis() << 16) | VERSION | (random.nextLong() & 0x0FFFL);
    return new UUID(time, VARIANT | (random.nextLong() >>> 2));
  }
}
