package dev.baton.orchestrator.store;

import java.util.UUID;

/** Somebody else has taken the attempt over; whoever gets this stops and writes no more. */
public final class StaleClaimException extends RuntimeException {
  public StaleClaimException(UUID attemptId) {
    super("Attempt %s was taken over by another server".formatted(attemptId));
  }
}
