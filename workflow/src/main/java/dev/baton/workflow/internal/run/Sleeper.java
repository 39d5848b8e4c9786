package dev.baton.workflow.internal.run;

import java.time.Duration;

/** Waits before a step is tried again. */
@FunctionalInterface
public interface Sleeper {
  void sleep(Duration time) throws InterruptedException;

  static Sleeper threads() {
    return time -> Thread.sleep(time.toMillis());
  }
}
