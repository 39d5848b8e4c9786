package dev.baton.fakeagent;

/** Text that is not JSON. */
final class MalformedJsonException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedJsonException(String problem) {
    super(problem);
  }
}
