package dev.baton.orchestrator.update;

import dev.baton.orchestrator.merge.RepoMerge;
import java.util.List;
import java.util.Optional;

/**
 * What an update means for one repository. A plain value that can be stored.
 *
 * @param targetCommit where the target is
 * @param commits how many commits of the target are news to the attempt
 * @param branchCommit where the attempt's branch goes; its old place if there is a conflict
 * @param move how the attempt's branch gets there; empty if it stays where it is
 * @param conflicts the files that do not fit together, as they are shown
 */
public record RepoUpdate(
    String repoName,
    String targetBranch,
    String targetCommit,
    int commits,
    String branchCommit,
    Optional<RepoMerge> move,
    List<String> conflicts) {
  public RepoUpdate {
    conflicts = List.copyOf(conflicts);
  }

  public boolean hasConflicts() {
    return !conflicts.isEmpty();
  }
}
