package dev.baton.orchestrator.store.node;

import dev.baton.orchestrator.store.sql.Sql;

/** What the scheduler of attempts has noted; it writes this table itself. */
public final class ScheduleTable {
  private final Sql sql;

  public ScheduleTable(Sql sql) {
    this.sql = sql;
  }

  /** Forgets what a server had in hand that is gone, and returns how much that was. */
  public int forget(String server) {
    return sql.update("delete from scheduled_tasks where picked_by = ?", server);
  }
}
