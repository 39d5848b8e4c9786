package dev.baton.orchestrator.turn;

/**
 * Why nothing was started for a turn that is recorded.
 *
 * @param startsLater true if it starts by itself in spite of this
 */
public record StartFailure(Exception reason, boolean startsLater) {
  static StartFailure forGood(Exception reason) {
    return new StartFailure(reason, false);
  }

  static StartFailure forNow(Exception reason) {
    return new StartFailure(reason, true);
  }
}
