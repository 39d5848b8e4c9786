package dev.baton.orchestrator.workspace;

import java.util.Optional;

/**
 * How a worktree was at one time. A plain value that can be stored.
 *
 * @param commit what was checked out
 * @param files a commit of the files, if some were not committed
 * @param merging the commit that was being merged
 */
public record Checkpoint(String commit, Optional<String> files, Optional<String> merging) {
  /** A state without a merge that is not committed. */
  public Checkpoint(String commit, Optional<String> files) {
    this(commit, files, Optional.empty());
  }

  /** The commit that has all files. */
  public String whole() {
    return files.orElse(commit);
  }
}
