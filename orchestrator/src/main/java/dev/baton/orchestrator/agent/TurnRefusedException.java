package dev.baton.orchestrator.agent;

/** A turn that must not start here; the message says what to do instead. */
public final class TurnRefusedException extends RuntimeException {
  public TurnRefusedException(String message) {
    super(message);
  }
}
