package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
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
          stop_reason, is_committed, retried_turn, resolution, model, effort)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
        turn.isCommitted(),
        turn.retriedTurn(),
        turn.resolution(),
        turn.choice().model(),
        turn.choice().effort());
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

  public Optional<Turn> findByIndex(UUID attemptId, long index) {
    return sql.find(
        "select * from turn where attempt_id = ? and turn_index = ?",
        TurnTable::turn,
        attemptId,
        index);
  }

  /** The turn that began a conversation. */
  public Optional<Turn> findFirstOf(UUID sessionId) {
    return sql.find(
        """
        select * from turn where attempt_id = (select attempt_id from agent_session where id = ?)
          and session_id = ? and started_at is not null order by turn_index limit 1
        """,
        TurnTable::turn,
        sessionId,
        sessionId);
  }

  /** The conflicts that turns before one were to resolve, newest first, as JSON. */
  public List<String> listResolutionsBefore(Turn turn) {
    return sql.list(
        """
        select resolution from turn
        where attempt_id = ? and turn_index < ? and resolution is not null
        order by turn_index desc
        """,
        row -> row.text("resolution"),
        turn.attemptId(),
        turn.index());
  }

  /** A turn and all that came after it. */
  public List<Turn> listFrom(Turn turn) {
    return sql.list(
        """
        select * from turn
        where attempt_id = ? and turn_index >= ? and started_at is not null
        order by turn_index
        """,
        TurnTable::turn,
        turn.attemptId(),
        turn.index());
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

  public void setStarted(UUID id, Instant now) {
    sql.update("update turn set started_at = ? where id = ?", now, id);
  }

  /** When the last turn of an attempt began that had begun by then. */
  public Optional<Instant> findLastStart(UUID attemptId, Instant then) {
    return sql.find(
        """
        select started_at from turn where attempt_id = ? and started_at <= ?
        order by turn_index desc limit 1
        """,
        row -> row.time("started_at"),
        attemptId,
        then);
  }

  /** The turn came to its end. */
  public void succeed(UUID id, Instant now) {
    sql.update("update turn set ended_at = ? where id = ?", now, id);
    setStatus(id, TurnStatus.DONE);
  }

  /** The turn failed, or was stopped. */
  public void fail(UUID id, String failure, Instant now) {
    sql.update("update turn set ended_at = ?, failure_summary = ? where id = ?", now, failure, id);
    setStatus(id, TurnStatus.DONE);
  }

  public void setChanges(UUID id, ChangeCount changes) {
    sql.update(
        "update turn set files_changed = ?, lines_added = ?, lines_deleted = ? where id = ?",
        changes.files(),
        changes.added(),
        changes.deleted(),
        id);
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

  /** Lets a message that waits pass all others; their places move by one. */
  public void putFirst(Turn turn) {
    var passed =
        listQueued(turn.attemptId()).stream()
            .filter(other -> other.index() < turn.index())
            .toList();
    if (passed.isEmpty()) {
      return;
    }
    // why below zero first: no two turns of an attempt may have one place, not even for a moment
    sql.update(
        """
        update turn set turn_index = -1 - turn_index
        where attempt_id = ? and status = 'queued' and turn_index <= ?
        """,
        turn.attemptId(),
        turn.index());
    var place = turn.index();
    for (var other : passed.reversed()) {
      setIndex(other, place);
      place = other.index();
    }
    setIndex(turn, place);
    events.ofAttempt(EventName.ATTEMPT_QUEUE, turn.attemptId(), Json.object().put("turn", place));
  }

  private void setIndex(Turn turn, long index) {
    sql.update("update turn set turn_index = ? where id = ?", index, turn.id());
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

  /** The same for somebody who wants it. */
  public void stopActive(UUID attemptId, String reason, String by) {
    stopActive(attemptId, reason);
    sql.update(
        """
        update turn set stopped_by = ?
        where attempt_id = ? and status = 'active' and stop_reason = ? and stopped_by is null
        """,
        by,
        attemptId,
        reason);
  }

  /** The name of who stopped a turn, which may be empty. */
  public Optional<String> findStoppedBy(UUID id) {
    return sql.find(
            "select stopped_by from turn where id = ?", row -> row.findText("stopped_by"), id)
        .flatMap(by -> by);
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
        row.findNumber("has_changed").map(value -> value != 0),
        row.findNumber("retried_turn"),
        row.findText("resolution"),
        choice(row));
  }

  static ModelChoice choice(Row row) {
    return new ModelChoice(row.findText("model"), row.findText("effort"));
  }
}
