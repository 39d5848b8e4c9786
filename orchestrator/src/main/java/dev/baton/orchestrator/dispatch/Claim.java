package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.store.Tables;
import java.util.UUID;

/** The right to write for an attempt, until somebody takes it over. */
record Claim(UUID attemptId, long epoch) {
  /** Called first in every transaction that writes for the attempt. */
  void check(Tables tables) {
    if (!tables.attempts().isHeld(attemptId, epoch)) {
      throw new StaleClaimException(attemptId);
    }
  }
}
