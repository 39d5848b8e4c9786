package dev.baton.mcp.internal.durable;

import dev.baton.task.TaskException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A store that does not answer, as one run meets it: the run waits for it once, and the writes that
 * follow soon fail at once, but for the last. Used by one thread at a time.
 */
final class StoreOutage {
  private static final Duration SLOW = Duration.ofSeconds(1);
  private static final Duration RESPITE = Duration.ofSeconds(30);

  private final Clock clock;
  private Optional<RuntimeException> slowFailure = Optional.empty();
  private Instant respite = Instant.MIN;
  private boolean failing;

  StoreOutage(Clock clock) {
    this.clock = clock;
  }

  /** If the last write failed. */
  boolean isFailing() {
    return failing;
  }

  /**
   * Makes the write, or fails as one did before.
   *
   * @param last if nothing will be written after it
   */
  <T> T write(boolean last, Supplier<T> write) {
    if (!last && slowFailure.isPresent() && clock.instant().isBefore(respite)) {
      throw slowFailure.get();
    }
    var start = clock.instant();
    try {
      failing = true;
      var written = write.get();
      failing = false;
      slowFailure = Optional.empty();
      return written;
    } catch (TaskException | RunTakenException e) {
      throw e;
    } catch (RuntimeException e) {
      var end = clock.instant();
      if (!end.isBefore(start.plus(SLOW))) {
        slowFailure = Optional.of(e);
        respite = end.plus(RESPITE);
      }
      throw e;
    }
  }
}
