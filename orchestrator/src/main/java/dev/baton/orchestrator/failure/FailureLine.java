package dev.baton.orchestrator.failure;

/** Shortens an expected failure to one line for the log; git and others say many. */
public final class FailureLine {
  private FailureLine() {}

  public static String of(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("").strip();
  }
}
