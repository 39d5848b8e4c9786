package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.TurnCommit;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.UUID;

/** Where turns found the branches of their attempts, and left them. */
public final class TurnCommitTable {
  private final Sql sql;

  TurnCommitTable(Sql sql) {
    this.sql = sql;
  }

  public void insert(TurnCommit commit) {
    sql.update(
        """
        insert into turn_commit (turn_id, repo_id, commit_before, files_before, merge_head,
          target_branch, base_commit, commit_after)
        values (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        commit.turnId(),
        commit.repoId(),
        commit.commitBefore(),
        commit.filesBefore(),
        commit.merging(),
        commit.target().map(TurnCommit.Target::branch),
        commit.target().map(TurnCommit.Target::commit),
        commit.commitAfter());
  }

  public void setAfter(UUID turnId, UUID repoId, String commit) {
    sql.update(
        "update turn_commit set commit_after = ? where turn_id = ? and repo_id = ?",
        commit,
        turnId,
        repoId);
  }

  /** Those of a turn; none if nobody noted them. */
  public List<TurnCommit> list(UUID turnId) {
    return sql.list(
        "select * from turn_commit where turn_id = ? order by repo_id",
        TurnCommitTable::commit,
        turnId);
  }

  /** Those of all turns of an attempt, in the order of the turns. */
  public List<TurnCommit> listOfAttempt(UUID attemptId) {
    return sql.list(
        """
        select c.* from turn_commit c join turn t on t.id = c.turn_id
        where t.attempt_id = ? order by t.turn_index, c.repo_id
        """,
        TurnCommitTable::commit,
        attemptId);
  }

  private static TurnCommit commit(Row row) {
    return new TurnCommit(
        row.id("turn_id"),
        row.id("repo_id"),
        row.text("commit_before"),
        row.findText("files_before"),
        row.findText("merge_head"),
        row.findText("target_branch")
            .map(branch -> new TurnCommit.Target(branch, row.text("base_commit"))),
        row.findText("commit_after"));
  }
}
