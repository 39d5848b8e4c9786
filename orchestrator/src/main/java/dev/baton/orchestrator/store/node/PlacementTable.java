package dev.baton.orchestrator.store.node;

import dev.baton.orchestrator.store.sql.Sql;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The node of each attempt, recorded before anything of the attempt runs there. */
public final class PlacementTable {
  private final Sql sql;

  public PlacementTable(Sql sql) {
    this.sql = sql;
  }

  /** Where the workspaces of a node's attempts are, of those that are not in that directory. */
  public Map<UUID, Path> listOutside(String node, Path directory) {
    var prefix = directory + "/";
    var found = new LinkedHashMap<UUID, Path>();
    sql.list(
            "select id, root from attempt where node = ? and substr(root, 1, ?) <> ? order by id",
            row -> Map.entry(row.id("id"), Path.of(row.text("root"))),
            node,
            prefix.length(),
            prefix)
        .forEach(attempt -> found.put(attempt.getKey(), attempt.getValue()));
    return found;
  }

  /** The workspace of an attempt is elsewhere from now on. */
  public void setRoot(UUID attemptId, Path root) {
    sql.update("update attempt set root = ? where id = ?", root, attemptId);
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
