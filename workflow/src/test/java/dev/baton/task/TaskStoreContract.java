package dev.baton.task;

import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every store promises. A store passes by extending this class and opening itself; the parts
 * are one file each.
 */
public abstract class TaskStoreContract
    implements TaskChangeContract,
        TaskConcurrencyContract,
        TaskExpiryContract,
        TaskHoldingContract,
        TaskLimitContract,
        TaskListContract,
        TaskOwnerContract,
        TaskResultContract {
  // why: with microseconds, so that a store that keeps them is found out
  private final MovableClock clock = new MovableClock(Instant.parse("2026-11-15T10:00:00.123456Z"));
  private TaskStore store;

  @BeforeEach
  void openTheStore() {
    store = open(clock, TaskLimits.DEFAULT);
  }

  @Override
  public final TaskStore store() {
    return store;
  }

  @Override
  public final MovableClock clock() {
    return clock;
  }
}
