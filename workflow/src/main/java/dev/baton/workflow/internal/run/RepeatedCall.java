package dev.baton.workflow.internal.run;

import dev.baton.workflow.ErrorStrategy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a step's call, again if it fails and may be repeated. Used by one thread at a time. */
final class RepeatedCall {
  private static final Logger LOG = LoggerFactory.getLogger(RepeatedCall.class);

  private final WorkflowHost host;
  private final ErrorStrategy strategy;
  private final Clock clock;
  private final Sleeper sleeper;
  private final Instant deadline;

  RepeatedCall(
      WorkflowHost host, ErrorStrategy strategy, Clock clock, Sleeper sleeper, Instant deadline) {
    this.host = host;
    this.strategy = strategy;
    this.clock = clock;
    this.sleeper = sleeper;
    this.deadline = deadline;
  }

  /** How the last try ended. */
  ToolOutcome make(StepCall call, boolean repeatable) throws InterruptedException {
    var outcome = once(call);
    if (repeatable && strategy instanceof ErrorStrategy.Retry retry) {
      var backoff = retry.backoff();
      for (int tried = 1; tried < retry.attempts() && outcome.failure().isPresent(); tried++) {
        // why: there is no use in a try for whose answer no time is left
        if (!clock.instant().plus(backoff).isBefore(deadline)) {
          break;
        }
        sleeper.sleep(backoff);
        outcome = once(call);
        backoff = doubled(backoff);
      }
    }
    return outcome;
  }

  private ToolOutcome once(StepCall call) throws InterruptedException {
    try {
      // why: the callee may change its arguments, and a second try needs them as they were
      return host.call(
          new StepCall(call.step(), call.tool(), call.arguments().deepCopy(), call.timeout()));
    } catch (RuntimeException e) {
      LOG.warn("Step {} could not call {}: {}", call.step(), call.tool(), e.getClass().getName());
      return ToolOutcome.failed(Reason.of(e));
    }
  }

  private static Duration doubled(Duration time) {
    return time.compareTo(Duration.ofDays(1)) > 0 ? time : time.multipliedBy(2);
  }
}
