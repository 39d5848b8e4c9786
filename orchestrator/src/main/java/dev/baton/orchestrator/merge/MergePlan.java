package dev.baton.orchestrator.merge;

import java.util.List;
import java.util.UUID;

/**
 * A merge whose commits exist and whose refs have not moved. A plain value: store it, apply it, and
 * after a crash apply or undo it again.
 */
public record MergePlan(UUID attempt, List<RepoMerge> repos) {
  public MergePlan {
    repos = List.copyOf(repos);
  }
}
