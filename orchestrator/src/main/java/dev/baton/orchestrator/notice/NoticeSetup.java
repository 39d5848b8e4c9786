package dev.baton.orchestrator.notice;

import java.time.Duration;
import java.util.List;

/**
 * The receivers of notices, and how patiently they are told.
 *
 * @param firstPause how long a receiver is left alone that failed once; each time twice as long
 * @param longestPause the longest that it is left alone
 * @param patience for how long a notice is tried again before it is given up
 */
public record NoticeSetup(
    List<Receiver> receivers, Duration firstPause, Duration longestPause, Duration patience) {
  /** Nobody is told anything. */
  public static final NoticeSetup NONE = of(List.of());

  public NoticeSetup {
    receivers = List.copyOf(receivers);
  }

  /** With the usual patience: a day. */
  public static NoticeSetup of(List<Receiver> receivers) {
    return new NoticeSetup(
        receivers, Duration.ofSeconds(1), Duration.ofMinutes(15), Duration.ofDays(1));
  }

  Duration pause(long tries) {
    var pause = firstPause.multipliedBy(1L << Math.min(Math.max(tries - 1, 0), 20));
    return pause.compareTo(longestPause) < 0 ? pause : longestPause;
  }
}
