package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.BegunTurn;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.attempt.TurnOverview.TurnState;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The turns of an attempt as people look back on them. */
public final class TurnOverviewTable {
  private final Sql sql;

  TurnOverviewTable(Sql sql) {
    this.sql = sql;
  }

  /** Those that have begun, newest first, below an index; at most so many. */
  public List<TurnOverview> listBegun(UUID attemptId, long below, int most) {
    var standing = listStanding(attemptId);
    return sql.list(
        """
        select t.*,
          coalesce(t.session_id, (
            select p.session_id from execution_process p
            where p.turn_id = t.id and p.session_id is not null
            order by p.process_index limit 1)) as used_session,
          coalesce((
            select p.variant from execution_process p
            where p.turn_id = t.id and p.reason = 'codingagent'
            order by p.process_index desc limit 1), t.variant, 'DEFAULT') as used_variant
        from turn t
        where t.attempt_id = ? and t.turn_index < ? and t.started_at is not null
          and t.status in ('active', 'done')
        order by t.turn_index desc limit ?
        """,
        row -> overview(row, standing),
        attemptId,
        below,
        most);
  }

  private Set<Long> listStanding(UUID attemptId) {
    return BegunTurn.standing(
        sql.list(
            """
            select turn_index, retried_turn from turn
            where attempt_id = ? and started_at is not null and status in ('active', 'done')
            order by started_at, turn_index
            """,
            row -> new BegunTurn(row.number("turn_index"), row.findNumber("retried_turn")),
            attemptId));
  }

  private static TurnOverview overview(Row row, Set<Long> standing) {
    return new TurnOverview(
        row.id("id"),
        row.number("turn_index"),
        row.id("used_session"),
        row.text("prompt"),
        row.text("used_variant"),
        state(row, standing),
        row.time("started_at"),
        row.findTime("ended_at"),
        row.findNumber("files_changed")
            .map(
                files ->
                    new ChangeCount(files, row.number("lines_added"), row.number("lines_deleted"))),
        TurnTable.choice(row));
  }

  private static TurnState state(Row row, Set<Long> standing) {
    if (row.constant("status", TurnStatus.class) == TurnStatus.ACTIVE) {
      return TurnState.RUNNING;
    }
    if (!standing.contains(row.number("turn_index"))) {
      return TurnState.TAKEN_BACK;
    }
    return row.findText("failure_summary").isPresent() ? TurnState.FAILED : TurnState.COMPLETED;
  }
}
