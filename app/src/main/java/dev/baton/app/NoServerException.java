package dev.baton.app;

/** No server could be had for an operation that needs one; exit code 3. */
final class NoServerException extends CommandFailure {
  static final int EXIT_CODE = 3;

  NoServerException(String message) {
    super(message);
  }
}
