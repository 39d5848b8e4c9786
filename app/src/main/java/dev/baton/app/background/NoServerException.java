package dev.baton.app.background;

import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.tool.FailureCode;

/** An operation needs a server, and none could be reached or started; exit code 3. */
public final class NoServerException extends CommandFailure {
  public static final int EXIT_CODE = 3;

  public NoServerException(String message) {
    super(FailureCode.INTERNAL, message);
  }
}
