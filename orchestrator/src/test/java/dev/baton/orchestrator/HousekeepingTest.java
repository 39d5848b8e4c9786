package dev.baton.orchestrator;

import static org.awaitility.Awaitility.await;

import dev.baton.orchestrator.Housekeeping.Chore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger rounds = new AtomicInteger();

  @Test
  void a_chore_that_does_not_end_or_fails_keeps_no_other_waiting() {
    var chores =
        List.of(
            new Chore("Waiting", Duration.ZERO, this::waitForever),
            new Chore("Failing", Duration.ZERO, this::fail),
            new Chore("Counting", Duration.ZERO, rounds::incrementAndGet));
    try (var housekeeping = new Housekeeping(chores, Clock.systemUTC())) {
      housekeeping.start();
      await().until(() -> rounds.get() >= 2);
    }
  }

  private void waitForever() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fail() {
    throw new IllegalStateException("as it should");
  }
}
