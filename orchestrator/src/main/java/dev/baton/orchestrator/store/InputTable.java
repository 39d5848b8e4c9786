package dev.baton.orchestrator.store;

import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.UUID;

/** Lines for the standard input of processes, each to be sent once. */
public final class InputTable {
  private final Sql sql;

  InputTable(Sql sql) {
    this.sql = sql;
  }

  /** Notes that a line is to be sent, unless one with this key was noted before. */
  public void add(UUID processId, String key, String line) {
    sql.update(
        """
        insert into process_input (process_id, input_key, place, line, is_sent)
        values (?, ?, (select count(*) from process_input where process_id = ?), ?, 0)
        on conflict (process_id, input_key) do nothing
        """,
        processId,
        key,
        processId,
        line);
  }

  /** A line that waits to be sent. */
  public record PendingInput(String key, String line) {}

  /** In the order in which they were noted. */
  public List<PendingInput> listPending(UUID processId) {
    return sql.list(
        """
        select input_key, line from process_input
        where process_id = ? and is_sent = 0 order by place
        """,
        row -> new PendingInput(row.text("input_key"), row.text("line")),
        processId);
  }

  public void setSent(UUID processId, String key) {
    sql.update(
        "update process_input set is_sent = 1 where process_id = ? and input_key = ?",
        processId,
        key);
  }
}
