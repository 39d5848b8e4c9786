package dev.baton.orchestrator.store;

import java.util.Optional;
import java.util.UUID;

/**
 * The right to write for an attempt, until somebody takes it over.
 *
 * @param beside the program that writes beside whoever has the attempt; then its epoch counts not
 */
public record Claim(UUID attemptId, long epoch, Optional<UUID> beside) {
  public Claim(UUID attemptId, long epoch) {
    this(attemptId, epoch, Optional.empty());
  }

  /**
   * The right of a program that takes no part in turns, whoever drives them. It ends with the
   * program, and so when the attempt goes on elsewhere.
   */
  public static Claim beside(UUID attemptId, UUID processId) {
    return new Claim(attemptId, 0, Optional.of(processId));
  }

  /** Called first in every transaction that writes for the attempt. */
  public void check(Tables tables) {
    var isGood =
        beside
            .map(program -> tables.attempts().isThere(attemptId) && runs(tables, program))
            .orElseGet(() -> tables.attempts().isHeld(attemptId, epoch));
    if (!isGood) {
      throw new StaleClaimException(attemptId);
    }
  }

  private static boolean runs(Tables tables, UUID program) {
    return tables.processes().find(program).filter(it -> it.process().isRunning()).isPresent();
  }

  /** Somebody else has taken the attempt over; whoever gets this stops and writes no more. */
  public static final class StaleClaimException extends RuntimeException {
    public StaleClaimException(UUID attemptId) {
      super("Attempt %s was taken over by another server".formatted(attemptId));
    }
  }
}
