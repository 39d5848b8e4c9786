package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.store.ExecutionProcessTable.SessionUsage;
import dev.baton.orchestrator.transcript.LogEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** What cards show of the attempts at their tasks; read for all cards of a page at once. */
public final class CardTable {
  private final Sql sql;

  CardTable(Sql sql) {
    this.sql = sql;
  }

  /** How often each task was attempted; tasks without attempts are absent. */
  public Map<UUID, Integer> countAttempts(Collection<UUID> tasks) {
    var counts = new HashMap<UUID, Integer>();
    select(
        "select task_id, count(*) as attempts from attempt where task_id in (%s) group by task_id",
        tasks, row -> counts.put(row.id("task_id"), (int) row.number("attempts")));
    return counts;
  }

  public Map<UUID, Attempt> findAttempts(Collection<UUID> attempts) {
    var found = new HashMap<UUID, Attempt>();
    select(
        "select * from attempt where id in (%s)",
        attempts, row -> found.put(row.id("id"), AttemptTable.attempt(row)));
    return found;
  }

  /** The oldest question of each attempt that nobody has answered. */
  public Map<UUID, Approval> findQuestions(Collection<UUID> attempts) {
    var found = new HashMap<UUID, Approval>();
    select(
        """
        select * from approval where attempt_id in (%s) and status = 'pending'
        order by requested_at desc, id desc
        """,
        attempts, row -> found.put(row.id("attempt_id"), ApprovalTable.approval(row)));
    return found;
  }

  /** What the agents of each task said that they used, in order. */
  public Map<UUID, List<SessionUsage>> listUsage(Collection<UUID> tasks) {
    var used = new LinkedHashMap<UUID, List<SessionUsage>>();
    select(
        """
        select a.task_id, p.session_id, p.usage
        from attempt a join execution_process p on p.attempt_id = a.id
        where a.task_id in (%s) and p.usage is not null
        order by p.attempt_id, p.process_index
        """,
        tasks,
        row ->
            used.computeIfAbsent(row.id("task_id"), _ -> new java.util.ArrayList<>())
                .add(new SessionUsage(row.id("session_id"), row.text("usage"))));
    return used;
  }

  /** The newest thing that an agent said or did. */
  public Optional<LogEntry> findLatestEntry(UUID attemptId) {
    return sql
        .list(
            """
            select * from log_entry where attempt_id = ? and channel = 0
            order by entry_index desc limit 6
            """,
            LogTable::entry,
            attemptId)
        .stream()
        .filter(entry -> !entry.type().equals("usage"))
        .findFirst();
  }

  private void select(String query, Collection<UUID> ids, java.util.function.Consumer<Row> taken) {
    if (ids.isEmpty()) {
      return;
    }
    var places = ids.stream().map(_ -> "?").collect(Collectors.joining(", "));
    sql.list(
        query.formatted(places),
        row -> {
          taken.accept(row);
          return row;
        },
        ids.toArray());
  }
}
