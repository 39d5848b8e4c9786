package dev.baton.orchestrator.dispatch;

import java.util.UUID;

/** Somebody else has taken the attempt over; whoever gets this stops and writes no more. */
final class StaleClaimException extends RuntimeException {
  StaleClaimException(UUID attemptId) {
    super("Attempt %s was taken over by another server".formatted(attemptId));
  }
}
