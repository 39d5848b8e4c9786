package dev.baton.workflow.internal.run;

/** A step went wrong in the engine, not in its tool. */
final class StepFailedException extends Exception {
  private final String reason;

  StepFailedException(String reason, Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
