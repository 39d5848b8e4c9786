package dev.baton.orchestrator.failure;

/** What a log says of a failure that is expected: one line, where git and others say many. */
public final class FailureLine {
  private FailureLine() {}

  public static String of(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("").strip();
  }
}
