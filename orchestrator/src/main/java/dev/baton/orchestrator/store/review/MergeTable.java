package dev.baton.orchestrator.store.review;

import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Merges that were planned and are not finished, and those that are done. */
public final class MergeTable {
  /**
   * A merge under way.
   *
   * @param plan JSON
   */
  public record MergeIntent(UUID attemptId, String plan) {}

  /** Reads merges that are done; which ones is up to the end. */
  public static final String DONE =
      """
      select m.*, case when exists (
          select 1 from turn t where t.attempt_id = m.attempt_id and t.started_at > m.merged_at)
        then 0 else 1 end as is_last
      from task_merge m
      """;

  /**
   * The condition that all repositories of the attempt {@code a} were merged, and no turn came
   * after it.
   */
  public static final String IS_MERGED =
      """
      exists (select 1 from task_merge m where m.attempt_id = a.id) and not exists (
        select 1 from attempt_repo r where r.attempt_id = a.id and not exists (
          select 1 from task_merge m where m.attempt_id = a.id and m.repo_id = r.repo_id
            and not exists (
              select 1 from turn u where u.attempt_id = a.id and u.started_at > m.merged_at)))
      """;

  private final Sql sql;

  public MergeTable(Sql sql) {
    this.sql = sql;
  }

  public void insert(MergeIntent intent, Instant now) {
    sql.update(
        "insert into merge_intent (attempt_id, plan, created_at) values (?, ?, ?)",
        intent.attemptId(),
        intent.plan(),
        now);
  }

  public List<MergeIntent> list() {
    return sql.list(
        "select attempt_id, plan from merge_intent order by created_at, attempt_id",
        row -> new MergeIntent(row.id("attempt_id"), row.text("plan")));
  }

  public void delete(UUID attemptId) {
    sql.update("delete from merge_intent where attempt_id = ?", attemptId);
  }

  /** Notes what was merged of a task; a merge that is finished a second time is noted once. */
  public void note(UUID taskId, DoneMerge merge) {
    sql.update(
        """
        insert into task_merge (attempt_id, repo_id, commit_id, task_id, repo_name, target_branch,
          base_commit, merged_at)
        values (?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (attempt_id, repo_id, commit_id) do nothing
        """,
        merge.attemptId(),
        merge.repoId(),
        merge.commit(),
        taskId,
        merge.repoName(),
        merge.targetBranch(),
        merge.baseCommit(),
        merge.at());
  }

  /** What was merged of a task, newest first. */
  public List<DoneMerge> listDone(UUID taskId) {
    return sql.list(
        DONE + " where m.task_id = ? order by m.merged_at desc, m.attempt_id, m.repo_id",
        MergeTable::done,
        taskId);
  }

  public static DoneMerge done(Row row) {
    return new DoneMerge(
        row.id("attempt_id"),
        row.id("repo_id"),
        row.text("repo_name"),
        row.text("target_branch"),
        row.text("base_commit"),
        row.text("commit_id"),
        row.time("merged_at"),
        row.flag("is_last"));
  }
}
