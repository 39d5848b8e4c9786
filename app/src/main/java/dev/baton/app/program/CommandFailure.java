package dev.baton.app.program;

/** An operation that failed for a reason that the user can do something about; exit code 1. */
public class CommandFailure extends RuntimeException {
  /**
   * A failure in words for the user.
   *
   * @param message one sentence that names the thing, the value and the next step
   */
  public CommandFailure(String message) {
    super(message);
  }

  public CommandFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
