package dev.baton.orchestrator.workspace;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * A merge whose commits exist and whose refs have not moved. A plain value: store it, apply it, and
 * after a crash apply or undo it again.
 *
 * @param root the directory of the attempt's workspace
 */
public record MergePlan(UUID attempt, Path root, List<RepoMerge> repos) {
  public MergePlan {
    repos = List.copyOf(repos);
  }
}
