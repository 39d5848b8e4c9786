package dev.baton.orchestrator.git;

import java.util.List;
import java.util.UUID;

/** The names of our own refs. */
public final class AttemptRefs {
  private static final String KEPT = "refs/baton/kept/";
  private static final String MERGED = "refs/baton/merged/";
  private static final String SEEN = "refs/baton/attempts/";

  /** Options of rev-list for the refs that do not go away with attempts or worktrees. */
  public static final List<String> LASTING =
      List.of(
          "--exclude=" + BranchName.PREFIX + "*",
          "--branches",
          "--tags",
          "--remotes",
          "--glob=" + KEPT,
          "--glob=" + MERGED);

  private static final String TURNS = "refs/baton/turns/";

  private AttemptRefs() {}

  /** Below which what was not committed when a turn began stays as long as the attempt. */
  public static String turnsBelow(UUID attempt) {
    return TURNS + attempt + "/";
  }

  /** Where the last commit is remembered that we saw in an attempt's worktree. */
  public static String seen(UUID attempt) {
    return SEEN + attempt;
  }

  /** Below which the commits of an attempt stay that a merge replaced by others. */
  public static String mergedBelow(UUID attempt) {
    return MERGED + attempt + "/";
  }

  /** Below which the work of an attempt is kept. */
  public static String keptBelow(UUID attempt) {
    return KEPT + attempt + "/";
  }
}
