package dev.baton.orchestrator.notice;

import java.time.Duration;

/** A way to a receiver. Thread safe. */
public sealed interface Channel permits Webhook, CommandHook {
  /** What became of a notice. */
  sealed interface Outcome {
    /** The receiver has it. */
    record Delivered() implements Outcome {}

    /** The receiver answers, but does not take this one. */
    record Refused(String problem) implements Outcome {}

    /** The receiver takes nothing at the moment. */
    record Unreachable(String problem) implements Outcome {}
  }

  /** Such as {@code slack} or {@code command}. */
  String kind();

  /** Where it leads, without what is secret about it. */
  String place();

  /** The longest that {@link #send} takes. */
  Duration limit();

  /** Tells the receiver, and returns within the limit. */
  Outcome send(Notice notice) throws InterruptedException;
}
