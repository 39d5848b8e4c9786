package dev.baton.orchestrator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Clocks of nodes may be wrong. */
class SharedClockTest {
  private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

  private static Clock at(Instant time) {
    return Clock.fixed(time, ZoneOffset.UTC);
  }

  @Test
  void a_clock_that_is_wrong_by_hours_is_put_right_by_that_of_the_database() {
    var ahead = new SharedClock(at(NOW.plus(3, ChronoUnit.HOURS)), true);
    ahead.learn(NOW);
    assertThat(ahead.instant()).isEqualTo(NOW);

    var behind = new SharedClock(at(NOW.minus(1, ChronoUnit.HOURS)), true);
    behind.learn(NOW);
    assertThat(behind.instant()).isEqualTo(NOW);
    behind.learn(NOW.plusSeconds(3));
    assertThat(behind.instant()).as("answers may be late").isEqualTo(NOW);
  }

  @Test
  void a_clock_that_was_put_right_meanwhile_counts_again() {
    var own = new MovedClock(NOW.plus(Duration.ofHours(1)));
    var clock = new SharedClock(own, true);
    clock.learn(NOW);
    own.now = NOW.plusSeconds(5);
    clock.learn(NOW.plusSeconds(6));

    assertThat(clock.instant()).isCloseTo(NOW, within(5, ChronoUnit.SECONDS));
  }

  @Test
  void how_wrong_a_clock_is_is_said_for_people() {
    assertThat(SharedClock.words(Duration.ofMillis(-3_600_005)))
        .isEqualTo("is 3600 seconds ahead of that of the database, which counts: set it right");
    assertThat(SharedClock.words(Duration.ofSeconds(75))).startsWith("is 75 seconds behind that");
    assertThat(SharedClock.words(Duration.ZERO))
        .isEqualTo("agrees with that of the database again");
  }

  @Test
  void a_clock_that_is_right_enough_or_was_chosen_goes_as_it_goes() {
    var right = new SharedClock(at(NOW.plusSeconds(4)), true);
    right.learn(NOW);
    assertThat(right.instant()).isEqualTo(NOW.plusSeconds(4));

    var chosen = new SharedClock(at(NOW.plusSeconds(4000)), false);
    chosen.learn(NOW);
    assertThat(chosen.instant()).isEqualTo(NOW.plusSeconds(4000));
  }

  /** A clock that somebody sets. */
  private static final class MovedClock extends Clock {
    private Instant now;

    MovedClock(Instant now) {
      this.now = now;
    }

    @Override
    public Instant instant() {
      return now;
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
}
