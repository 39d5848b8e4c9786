package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.UUID;

/**
 * Work of an attempt that came into its target branch in one repository.
 *
 * @param baseCommit where the target branch stood before
 * @param commit where it stood afterwards
 * @param isLast false if the attempt has gone on since
 */
public record DoneMerge(
    UUID attemptId,
    UUID repoId,
    String repoName,
    String targetBranch,
    String baseCommit,
    String commit,
    Instant at,
    boolean isLast) {
  private static final int SHORT = 10;

  /** The beginning of the commit, which tells it from others. */
  public String shortCommit() {
    return commit.length() > SHORT ? commit.substring(0, SHORT) : commit;
  }
}
