package dev.baton.orchestrator.store.review;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.TargetConflict;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Updates of attempts that were planned and are not finished; at most one for each attempt. */
public final class UpdateTable {
  /**
   * An update under way.
   *
   * @param plan JSON
   */
  public record UpdateIntent(UUID attemptId, String plan) {}

  /**
   * The target branch that an attempt now has in a repository.
   *
   * @param commit where the target is
   */
  public record NewTarget(String repoName, String targetBranch, String commit) {}

  private final Sql sql;
  private final EventTable events;

  public UpdateTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void insert(UpdateIntent intent, Instant now) {
    sql.update(
        "insert into attempt_update (attempt_id, plan, created_at) values (?, ?, ?)",
        intent.attemptId(),
        intent.plan(),
        now);
  }

  public Optional<UpdateIntent> find(UUID attemptId) {
    return sql.find(
        "select attempt_id, plan from attempt_update where attempt_id = ?",
        UpdateTable::intent,
        attemptId);
  }

  public List<UpdateIntent> list() {
    return sql.list(
        "select attempt_id, plan from attempt_update order by created_at, attempt_id",
        UpdateTable::intent);
  }

  public void delete(UUID attemptId) {
    sql.update("delete from attempt_update where attempt_id = ?", attemptId);
  }

  /** Ends an update: notes what the attempt is compared with and merged into from now on. */
  public void finish(UUID attemptId, List<NewTarget> targets) {
    setTargets(attemptId, targets);
    delete(attemptId);
  }

  /** Notes what an attempt is compared with and merged into from now on. */
  public void setTargets(UUID attemptId, List<NewTarget> targets) {
    forgetConflict(attemptId);
    var told = Json.array();
    for (var target : targets) {
      sql.update(
          """
          update attempt_repo set target_branch = ?, base_commit = ?
          where attempt_id = ? and repo_name = ?
          """,
          target.targetBranch(),
          target.commit(),
          attemptId,
          target.repoName());
      told.addObject()
          .put("repo_name", target.repoName())
          .put("target_branch", target.targetBranch())
          .put("commit", target.commit());
    }
    events.ofAttempt(EventName.ATTEMPT_UPDATED, attemptId, Json.object().set("targets", told));
  }

  /** Notes what a look found in the way of a merge; it counts until the attempt changes. */
  public void setConflict(Attempt attempt, TargetConflict conflict, Instant now) {
    sql.update(
        """
        update attempt set conflict_target = ?, conflict_files = ?, conflict_at = ? where id = ?
        """,
        conflict.targetBranch(),
        conflict.files(),
        now,
        attempt.id());
    events.ofTask(EventName.TASK_CHANGED, attempt.taskId(), Json.object());
  }

  /** Notes that nothing is in the way of a merge any more. */
  public void clearConflict(Attempt attempt) {
    forgetConflict(attempt.id());
    events.ofTask(EventName.TASK_CHANGED, attempt.taskId(), Json.object());
  }

  private void forgetConflict(UUID attemptId) {
    sql.update("update attempt set conflict_at = null where id = ?", attemptId);
  }

  /** What is known to be in the way of an attempt's merge. */
  public static Optional<TargetConflict> conflict(Row row) {
    return row.findTime("conflict_at")
        .filter(found -> !found.isBefore(row.time("updated_at")))
        .map(_ -> new TargetConflict(row.text("conflict_target"), row.number("conflict_files")));
  }

  private static UpdateIntent intent(Row row) {
    return new UpdateIntent(row.id("attempt_id"), row.text("plan"));
  }
}
