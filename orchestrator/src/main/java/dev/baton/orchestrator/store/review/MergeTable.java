package dev.baton.orchestrator.store.review;

import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Merges that were planned and are not finished. */
public final class MergeTable {
  /**
   * A merge under way.
   *
   * @param plan JSON
   */
  public record MergeIntent(UUID attemptId, String plan) {}

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
}
