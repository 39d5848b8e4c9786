package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.Supplier;

/** The messages of an attempt that wait for their turn. */
record TurnQueue(Supplier<UUID> ids, Clock clock) {
  /** Puts a message at the end. */
  Turn add(Tables tables, UUID attemptId, TurnPrompt prompt) {
    var turn =
        Turn.queued(
            ids.get(),
            attemptId,
            tables.turns().nextIndex(attemptId),
            prompt,
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    tables.turns().insert(turn);
    return turn;
  }

  /** Drops all messages; returns how many there were. */
  int cancel(Tables tables, UUID attemptId) {
    var cancelled = tables.turns().cancelQueued(attemptId);
    tables.line().leave(attemptId);
    tables.attempts().setQueueHeld(attemptId, false, clock.instant());
    return cancelled;
  }
}
