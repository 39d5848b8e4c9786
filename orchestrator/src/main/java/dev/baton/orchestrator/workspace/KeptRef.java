package dev.baton.orchestrator.workspace;

/**
 * Work that would have been lost, and the ref that it is kept under.
 *
 * @param repoName the repository that has the ref
 * @param ref such as {@code refs/baton/kept/<attempt>/1}
 */
public record KeptRef(String repoName, String ref, String commit, Kind kind) {
  /** What kind of work it is. */
  enum Kind {
    /** Changes that were not committed, untracked files included. */
    UNCOMMITTED,
    /** Commits that no branch of the user has. */
    UNMERGED,
    /** Commits that were replaced or reset away. */
    REWRITTEN,
    /** A repository inside the worktree. */
    NESTED,
    /** Files beside the worktrees. */
    LOOSE
  }
}
