package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.store.review.MergeTable;
import dev.baton.orchestrator.store.review.PullRequestTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.LogEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** The pull requests of each attempt, and what was pushed without one. */
  public Map<UUID, List<RepoPullRequest>> listPullRequests(Collection<UUID> attempts) {
    var found = new HashMap<UUID, List<RepoPullRequest>>();
    select(
        """
        select p.*, r.repo_name from pull_request p
        join attempt_repo r on r.attempt_id = p.attempt_id and r.repo_id = p.repo_id
        where p.attempt_id in (%s) order by p.attempt_id, r.repo_name
        """,
        attempts,
        row ->
            found
                .computeIfAbsent(row.id("attempt_id"), _ -> new ArrayList<>())
                .add(PullRequestTable.row(row)));
    return found;
  }

  /** How much reviewers said to each attempt that its agent was not told. */
  public Map<UUID, Integer> countComments(Collection<UUID> attempts) {
    var counts = new HashMap<UUID, Integer>();
    select(
        """
        select attempt_id, count(*) as comments from pull_request_comment
        where attempt_id in (%s) and sent_at is null group by attempt_id
        """,
        attempts, row -> counts.put(row.id("attempt_id"), (int) row.number("comments")));
    return counts;
  }

  /** What was merged of each task, newest first. */
  public Map<UUID, List<DoneMerge>> listMerges(Collection<UUID> tasks) {
    var found = new HashMap<UUID, List<DoneMerge>>();
    select(
        MergeTable.DONE
            + " where m.task_id in (%s) order by m.merged_at desc, m.attempt_id, m.repo_id",
        tasks,
        row ->
            found
                .computeIfAbsent(row.id("task_id"), _ -> new ArrayList<>())
                .add(MergeTable.done(row)));
    return found;
  }

  /** Those of the attempts whose work was merged, and which do not go on. */
  public Set<UUID> findMerged(Collection<UUID> attempts) {
    var found = new HashSet<UUID>();
    select(
        "select a.id from attempt a where a.id in (%s) and a.ticket is null and "
            + MergeTable.IS_MERGED,
        attempts,
        row -> found.add(row.id("id")));
    return found;
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
