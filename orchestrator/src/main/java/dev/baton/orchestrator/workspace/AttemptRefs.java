package dev.baton.orchestrator.workspace;

import java.util.List;
import java.util.UUID;

/** The names of our own refs. */
final class AttemptRefs {
  private static final String KEPT = "refs/baton/kept/";
  private static final String MERGED = "refs/baton/merged/";
  private static final String SEEN = "refs/baton/attempts/";

  /** Options of rev-list for the refs that do not go away with attempts or worktrees. */
  static final List<String> LASTING =
      List.of(
          "--exclude=" + BranchName.PREFIX + "*",
          "--branches",
          "--tags",
          "--remotes",
          "--glob=" + KEPT,
          "--glob=" + MERGED);

  private AttemptRefs() {}

  /** Where the last commit is remembered that we saw in an attempt's worktree. */
  static String seen(UUID attempt) {
    return SEEN + attempt;
  }

  /** Below which the commits of an attempt stay that a merge replaced by others. */
  static String mergedBelow(UUID attempt) {
    return MERGED + attempt + "/";
  }

  /** Below which the work of an attempt is kept. */
  static String keptBelow(UUID attempt) {
    return KEPT + attempt + "/";
  }
}
