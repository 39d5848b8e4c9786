package dev.baton.orchestrator.store.node;

import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.UUID;

/** Takes back that an attempt was given to a node, before anything of it ran there. */
public final class PlacementTable {
  private final Sql sql;

  public PlacementTable(Sql sql) {
    this.sql = sql;
  }

  /** The turn waits as if it had never been opened, and its attempt is the first in line. */
  public void takeBack(UUID attemptId, UUID turnId, Instant now) {
    sql.update(
        """
        delete from session_message where session_id = (select session_id from turn where id = ?)
          and process_id in (select id from execution_process where turn_id = ?)
        """,
        turnId,
        turnId);
    sql.update(
        """
        delete from agent_cost where process_id in
          (select id from execution_process where turn_id = ?)
        """,
        turnId);
    sql.update("delete from execution_process where turn_id = ?", turnId);
    forgetSession(turnId);
    sql.update(
        "update turn set status = 'queued', started_at = null, changes_before = null where id = ?",
        turnId);
    sql.update(
        """
        update attempt set state = 'idle', failure_summary = null, node = null,
          workspace_made = 0, epoch = epoch + 1, updated_at = ?,
          ticket = (select coalesce(min(ticket), 2) - 1 from attempt where ticket is not null)
        where id = ?
        """,
        now,
        attemptId);
  }

  /** A conversation that was opened for the turn, in which nobody has said anything. */
  private void forgetSession(UUID turnId) {
    sql.update(
        """
        delete from agent_session where id = (select session_id from turn where id = ?)
          and not exists (select 1 from session_message m where m.session_id = agent_session.id)
          and not exists (select 1 from execution_process p where p.session_id = agent_session.id)
        """,
        turnId);
    sql.update(
        """
        update turn set session_id = null where id = ?
          and not exists (select 1 from agent_session s where s.id = turn.session_id)
        """,
        turnId);
    sql.update(
        """
        update agent_session set next_message_index =
          (select coalesce(max(message_index), -1) + 1 from session_message m
            where m.session_id = agent_session.id)
        where id = (select session_id from turn where id = ?)
        """,
        turnId);
  }
}
