package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The messages of an attempt that wait for their turn. */
public record TurnQueue(Supplier<UUID> ids, Clock clock) {
  /** Puts a message at the end. */
  public Turn add(Tables tables, UUID attemptId, TurnPrompt prompt) {
    return add(tables, attemptId, prompt, now());
  }

  /** The time of this moment, as it is stored. */
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * The same.
   *
   * @param at when comments were sent that are in it; they are unsent again if it is dropped
   */
  public Turn add(Tables tables, UUID attemptId, TurnPrompt prompt, Instant at) {
    var turn = Turn.queued(ids.get(), attemptId, tables.turns().nextIndex(attemptId), prompt, at);
    tables.turns().insert(turn);
    tables.images().show(turn.id(), prompt.images());
    return turn;
  }

  /** Puts a message before all others; returns it in its new place. */
  public Turn putFirst(Tables tables, Turn turn) {
    tables.turns().putFirst(turn);
    return tables.turns().find(turn.id()).orElseThrow();
  }

  /** Drops all messages; returns how many there were. */
  public int cancel(Tables tables, UUID attemptId) {
    tables.turns().listQueued(attemptId).forEach(turn -> takeBackComments(tables, turn));
    var cancelled = tables.turns().cancelQueued(attemptId);
    tables.line().leave(attemptId);
    tables.attempts().setQueueHeld(attemptId, false, clock.instant());
    return cancelled;
  }

  /** Drops one message; with the last one nothing is held any more. */
  public void cancel(Tables tables, Turn turn) {
    takeBackComments(tables, turn);
    tables.turns().setStatus(turn.id(), TurnStatus.CANCELLED);
    if (tables.turns().countQueued(turn.attemptId()) == 0) {
      tables.line().leave(turn.attemptId());
      tables.attempts().setQueueHeld(turn.attemptId(), false, clock.instant());
    }
  }

  /**
   * Makes drafts again of the comments in a turn that is retried with other words, and in all that
   * came after it.
   */
  public static void takeBackComments(Tables tables, Turn retried, String words) {
    var isAsBefore = words.equals(retried.promptText());
    tables.turns().listFrom(retried).stream()
        .filter(turn -> !(isAsBefore && turn.id().equals(retried.id())))
        .forEach(turn -> takeBackComments(tables, turn));
  }

  /** The agent does not know them: whoever wrote them can send them again. */
  private static void takeBackComments(Tables tables, Turn turn) {
    tables.comments().takeBack(turn.attemptId(), turn.queuedAt());
    tables.pullRequests().takeBack(turn.attemptId(), turn.queuedAt());
  }

  /** Lets nothing follow the turn under way by itself. */
  public void hold(Tables tables, UUID attemptId) {
    tables.attempts().setQueueHeld(attemptId, true, clock.instant());
  }

  /** A queued message. The prompt that an attempt begins with does not count. */
  public Optional<Turn> find(Tables tables, UUID attemptId, UUID queuedId) {
    return tables.turns().listQueued(attemptId).stream()
        .filter(turn -> turn.id().equals(queuedId) && turn.index() > 0)
        .findFirst();
  }

  public Turn load(Tables tables, UUID attemptId, UUID queuedId) {
    return find(tables, attemptId, queuedId).orElseThrow(() -> notQueued(attemptId, queuedId));
  }

  public static ToolFailure notQueued(UUID attemptId, UUID queuedId) {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "Message %s does not wait in the queue of attempt %s; it was sent or removed"
            .formatted(queuedId, attemptId),
        "Call get_attempt_status for how the attempt stands",
        Map.of("queued_id", queuedId, "attempt_id", attemptId));
  }
}
