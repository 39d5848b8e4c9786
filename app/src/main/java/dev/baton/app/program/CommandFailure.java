package dev.baton.app.program;

import dev.baton.mcp.tool.FailureCode;

/** An operation that failed for a reason that the user can do something about; exit code 1. */
public class CommandFailure extends RuntimeException {
  private final FailureCode code;

  /**
   * A failure in words for the user.
   *
   * @param message one sentence that names the thing, the value and the next step
   */
  public CommandFailure(String message) {
    this(FailureCode.INVALID_ARGUMENT, message);
  }

  /** The same, for programs too. */
  public CommandFailure(FailureCode code, String message) {
    super(message);
    this.code = code;
  }

  public CommandFailure(String message, Throwable cause) {
    this(FailureCode.INVALID_ARGUMENT, message, cause);
  }

  public CommandFailure(FailureCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** Why, in a word that stays the same. */
  public final FailureCode code() {
    return code;
  }
}
