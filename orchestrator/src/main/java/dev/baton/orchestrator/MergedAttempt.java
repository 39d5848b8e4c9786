package dev.baton.orchestrator;

import dev.baton.orchestrator.board.BoardTaskStatus;
import java.util.List;
import java.util.UUID;

/** An attempt whose work is in the target branches. */
public record MergedAttempt(UUID attemptId, List<RepoMerge> merges, BoardTaskStatus taskStatus) {
  public MergedAttempt {
    merges = List.copyOf(merges);
  }

  /**
   * What happened in one repository.
   *
   * @param commit where the target branch now stands
   */
  public record RepoMerge(UUID repoId, String repoName, String targetBranch, String commit) {}
}
