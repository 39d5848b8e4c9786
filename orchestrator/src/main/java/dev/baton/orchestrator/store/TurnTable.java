package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.TurnStatus;
import dev.baton.orchestrator.board.EventName;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Turns of attempts; those that wait are the queue. */
public final class TurnTable {
  private final Sql sql;
  private final EventTable events;

  TurnTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void insert(Turn turn) {
    sql.update(
        """
        insert into turn (id, attempt_id, turn_index, session_id, prompt, variant, status, queued_at,
          stop_reason, is_committed)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        turn.id(),
        turn.attemptId(),
        turn.index(),
        turn.sessionId(),
        turn.promptText(),
        turn.variant(),
        turn.status(),
        turn.queuedAt(),
        turn.stopReason(),
        turn.isCommitted());
    events.ofAttempt(
        EventName.ATTEMPT_QUEUE, turn.attemptId(), Json.object().put("turn", turn.index()));
  }

  public long nextIndex(UUID attemptId) {
    return sql.number(
        "select coalesce(max(turn_index), -1) + 1 as value from turn where attempt_id = ?",
        attemptId);
  }

  public Optional<Turn> find(UUID id) {
    return sql.find("select * from turn where id = ?", TurnTable::turn, id);
  }

  public Optional<Turn> findActive(UUID attemptId) {
    return sql.find(
        "select * from turn where attempt_id = ? and status = 'active'",
        TurnTable::turn,
        attemptId);
  }

  /** The queue, first in first out. */
  public List<Turn> listQueued(UUID attemptId) {
    return sql.list(
        "select * from turn where attempt_id = ? and status = 'queued' order by turn_index",
        TurnTable::turn,
        attemptId);
  }

  /** The turns right before this one that ended with a setup script, so no agent heard of them. */
  public List<Turn> listUnheard(Turn turn) {
    return sql.list(
        """
        select * from turn where attempt_id = ? and turn_index < ? and status = 'done'
          and turn_index > (
            select coalesce(max(heard.turn_index), -1)
            from execution_process agent join turn heard on heard.id = agent.turn_id
            where agent.attempt_id = ? and agent.reason = 'codingagent' and agent.is_begun = 1)
          and exists (
            select 1 from execution_process script
            where script.turn_id = turn.id and script.reason = 'setupscript' and script.is_begun = 1)
        order by turn_index
        """,
        TurnTable::turn,
        turn.attemptId(),
        turn.index(),
        turn.attemptId());
  }

  public int countQueued(UUID attemptId) {
    return (int)
        sql.number(
            "select count(*) as value from turn where attempt_id = ? and status = 'queued'",
            attemptId);
  }

  /** The same of all attempts. */
  public long countQueued() {
    // why not the first: it is what the attempt is about, and no message that waits
    return sql.number(
        "select count(*) as value from turn where status = 'queued' and turn_index > 0");
  }

  public void setStatus(UUID id, TurnStatus status) {
    sql.update("update turn set status = ? where id = ?", status, id);
    find(id)
        .ifPresent(
            turn ->
                events.ofAttempt(
                    status == TurnStatus.DONE ? EventName.TURN_ENDED : EventName.ATTEMPT_QUEUE,
                    turn.attemptId(),
                    Json.object().put("turn", turn.index())));
  }

  /** Notes in which conversation the turn takes place. */
  public void setSession(UUID id, UUID sessionId) {
    sql.update("update turn set session_id = ? where id = ?", sessionId, id);
  }

  /** Empties the queue, and returns how many messages were in it. */
  public int cancelQueued(UUID attemptId) {
    events.ofAttempt(EventName.ATTEMPT_QUEUE, attemptId, Json.object().put("cancelled", true));
    return sql.update(
        "update turn set status = 'cancelled' where attempt_id = ? and status = 'queued'",
        attemptId);
  }

  /** Lets nothing more start for the turn under way; the first reason counts. */
  public void stopActive(UUID attemptId, String reason) {
    sql.update(
        """
        update turn set stop_reason = ?
        where attempt_id = ? and status = 'active' and stop_reason is null
        """,
        reason,
        attemptId);
  }

  public void setCommitted(UUID id) {
    sql.update("update turn set is_committed = 1 where id = ?", id);
  }

  public void setChangesBefore(UUID id, String print) {
    sql.update("update turn set changes_before = ? where id = ?", print, id);
  }

  public void setChanged(UUID id, boolean hasChanged) {
    sql.update("update turn set has_changed = ? where id = ?", hasChanged, id);
  }

  private static Turn turn(Row row) {
    return new Turn(
        row.id("id"),
        row.id("attempt_id"),
        row.number("turn_index"),
        row.findId("session_id"),
        row.text("prompt"),
        row.findText("variant"),
        row.constant("status", TurnStatus.class),
        row.time("queued_at"),
        row.findText("stop_reason"),
        row.flag("is_committed"),
        row.findText("changes_before"),
        row.findNumber("has_changed").map(value -> value != 0));
  }
}
