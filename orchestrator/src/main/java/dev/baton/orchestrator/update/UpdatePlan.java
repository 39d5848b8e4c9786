package dev.baton.orchestrator.update;

import dev.baton.orchestrator.merge.MergePlan;
import java.util.List;
import java.util.UUID;

/**
 * An update whose commits exist and whose refs have not moved. A plain value: store it, apply it,
 * and after a crash apply or undo it again.
 */
public record UpdatePlan(UUID attempt, List<RepoUpdate> repos) {
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
