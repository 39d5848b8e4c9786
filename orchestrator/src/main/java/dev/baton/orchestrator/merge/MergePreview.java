package dev.baton.orchestrator.merge;

import java.util.List;

/**
 * The conflicts and obstacles that a merge of one repository would meet now, if all work were
 * committed first.
 *
 * @param ahead how many commits the attempt has that its target has not
 * @param behind how many commits the target has that the attempt has not
 * @param uncommitted how many files of the attempt are changed and not committed
 * @param nested repositories inside the attempt's worktree, whose files git does not merge
 * @param hidden files of the attempt that are changed and that git was told not to look at
 * @param conflicts files that both have changed, in ways that do not fit
 * @param unfit files that fit as a whole, and would not be the same commit by commit: a rebase is
 *     refused
 * @param obstacles checkouts of the target that could not follow it
 */
public record MergePreview(
    String repoName,
    String targetBranch,
    long ahead,
    long behind,
    long uncommitted,
    List<String> nested,
    List<String> hidden,
    List<String> conflicts,
    List<String> unfit,
    List<Obstacle> obstacles) {
  /** Something in the way, and what to do about it. */
  public record Obstacle(String problem, String remedy, List<String> files) {
    public Obstacle {
      files = List.copyOf(files);
    }
  }

  public MergePreview {
    nested = List.copyOf(nested);
    hidden = List.copyOf(hidden);
    conflicts = List.copyOf(conflicts);
    unfit = List.copyOf(unfit);
    obstacles = List.copyOf(obstacles);
  }

  /** True if the attempt has something that its target has not. */
  public boolean hasWork() {
    return ahead > 0 || uncommitted > 0;
  }
}
