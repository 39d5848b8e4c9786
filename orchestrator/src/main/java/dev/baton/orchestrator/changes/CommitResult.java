package dev.baton.orchestrator.changes;

import java.util.List;

/** What became of uncommitted work. */
public sealed interface CommitResult {
  /** There was none. */
  record Nothing() implements CommitResult {}

  /**
   * It is a commit now.
   *
   * @param leftOut repositories inside the worktree, which git cannot commit the files of
   */
  record Committed(String commit, List<String> leftOut) implements CommitResult {
    public Committed {
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * A hook of the repository, or git, did not want it; the work is still there, and staged.
   *
   * @param reason the last words of the hook
   */
  record Refused(String reason) implements CommitResult {}
}
