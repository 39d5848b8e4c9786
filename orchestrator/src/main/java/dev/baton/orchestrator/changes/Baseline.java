package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.Map;
import java.util.Optional;

/**
 * The state that the files of a workspace are compared with.
 *
 * @param trees a commit or tree by the name of its repository; the merge base with the target
 *     branch for those that have none
 */
public record Baseline(Map<String, String> trees) {
  public static final Baseline MERGE_BASE = new Baseline(Map.of());

  public Baseline {
    trees = Map.copyOf(trees);
  }

  public Optional<String> find(WorkspaceRepo repo) {
    return Optional.ofNullable(trees.get(repo.name()));
  }
}
