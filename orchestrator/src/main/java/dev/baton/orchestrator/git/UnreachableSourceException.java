package dev.baton.orchestrator.git;

/** A repository cannot be had at this moment from where it is. */
public final class UnreachableSourceException extends GitException {
  public UnreachableSourceException(String message) {
    super(message);
  }
}
