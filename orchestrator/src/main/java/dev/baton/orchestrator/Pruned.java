package dev.baton.orchestrator;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * What was removed because nobody has worked with it for long, or would be.
 *
 * @param isDryRun true if nothing was removed
 * @param failures what should have gone and could not
 */
public record Pruned(
    boolean isDryRun, List<Worktree> worktrees, List<Log> logs, List<Failure> failures) {
  public Pruned {
    worktrees = List.copyOf(worktrees);
    logs = List.copyOf(logs);
    failures = List.copyOf(failures);
  }

  /** The worktrees of an attempt; its branch stays. */
  public record Worktree(UUID attemptId, Path path, List<String> keptRefs) {
    public Worktree {
      keptRefs = List.copyOf(keptRefs);
    }
  }

  /** The log of an attempt, in the store and as files. */
  public record Log(UUID attemptId, long entries) {}

  /** Something that could not be removed. */
  public record Failure(UUID attemptId, String reason) {}
}
