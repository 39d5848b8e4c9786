package dev.baton.orchestrator.store;

import java.util.UUID;

/** The right to write for an attempt, until somebody takes it over. */
public record Claim(UUID attemptId, long epoch) {
  private static final long BESIDE = -1;

  /** The right to write beside whoever has the attempt, for programs that take no part in it. */
  public static Claim beside(UUID attemptId) {
    return new Claim(attemptId, BESIDE);
  }

  /** Called first in every transaction that writes for the attempt. */
  public void check(Tables tables) {
    var isGood =
        epoch == BESIDE
            ? tables.attempts().isThere(attemptId)
            : tables.attempts().isHeld(attemptId, epoch);
    if (!isGood) {
      throw new StaleClaimException(attemptId);
    }
  }

  /** Somebody else has taken the attempt over; whoever gets this stops and writes no more. */
  public static final class StaleClaimException extends RuntimeException {
    public StaleClaimException(UUID attemptId) {
      super("Attempt %s was taken over by another server".formatted(attemptId));
    }
  }
}
