package dev.baton.orchestrator.update;

import dev.baton.orchestrator.merge.Merges.MergePlan;
import dev.baton.orchestrator.merge.RepoMerge;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An update whose commits exist and whose refs have not moved. A plain value: store it, apply it,
 * and after a crash apply or undo it again.
 */
public record UpdatePlan(UUID attempt, List<RepoUpdate> repos) {
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

  public UpdatePlan {
    repos = List.copyOf(repos);
  }

  /** The refs that move: the attempt's own branch in each repository that has news. */
  public MergePlan moves() {
    return new MergePlan(attempt, repos.stream().flatMap(repo -> repo.move().stream()).toList());
  }

  /** The part without conflicts. */
  public UpdatePlan fitting() {
    return new UpdatePlan(attempt, repos.stream().filter(repo -> !repo.hasConflicts()).toList());
  }

  public boolean hasConflicts() {
    return repos.stream().anyMatch(RepoUpdate::hasConflicts);
  }
}
