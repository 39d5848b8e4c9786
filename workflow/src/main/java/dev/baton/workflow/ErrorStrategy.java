package dev.baton.workflow;

import java.time.Duration;

/** What a run does when a step fails. Immutable, thread safe. */
public sealed interface ErrorStrategy {
  /** Stops at the first failure and hands off. */
  record FailFast() implements ErrorStrategy {}

  /** Goes on with the steps that do not depend on the failed one. */
  record CollectErrors() implements ErrorStrategy {}

  /**
   * Tries a step again, if it is marked retryable or its tool says that a repetition is harmless;
   * then stops and hands off.
   *
   * @param attempts how often a step is tried in all
   * @param backoff the pause before the second try; it doubles from try to try
   */
  record Retry(int attempts, Duration backoff) implements ErrorStrategy {
    public Retry {
      if (attempts < 1) {
        throw new IllegalArgumentException(
            "A step is tried at least once, got %d attempts".formatted(attempts));
      }
      if (backoff.isNegative()) {
        throw new IllegalArgumentException("A backoff is not negative, got " + backoff);
      }
    }
  }

  /** Stops at the first failure and hands off. */
  static ErrorStrategy failFast() {
    return new FailFast();
  }

  /** Goes on with the steps that do not depend on the failed one. */
  static ErrorStrategy collectErrors() {
    return new CollectErrors();
  }

  /** Tries a step that may be repeated so often in all, then stops and hands off. */
  static ErrorStrategy retry(int attempts, Duration backoff) {
    return new Retry(attempts, backoff);
  }
}
