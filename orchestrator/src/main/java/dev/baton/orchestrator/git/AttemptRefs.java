package dev.baton.orchestrator.git;

import java.util.List;
import java.util.UUID;

/** The names of the refs that Baton makes in repositories, apart from branches. */
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
          // why: what we pushed ourselves is replaced by the next push
          "--exclude=*/" + BranchName.PREFIX + "*",
          "--remotes",
          "--glob=" + KEPT,
          "--glob=" + MERGED,
          "--glob=refs/baton/aside/");

  private static final String TURNS = "refs/baton/turns/";

  private static final String HOME = "refs/baton/home/";
  private static final String ASIDE = "refs/baton/aside/";

  private AttemptRefs() {}

  /** Below which the work of an attempt is that came home from another node. */
  public static String homeBelow(UUID attempt) {
    return HOME + attempt + "/";
  }

  /** Where the branch of an attempt is on another node. */
  public static String homeBranch(UUID attempt) {
    return homeBelow(attempt) + "branch";
  }

  /** The files of an attempt on another node, with those that are not committed. */
  public static String homeFiles(UUID attempt) {
    return homeBelow(attempt) + "files";
  }

  /** The commit that was being merged there; the same as the branch if none was. */
  public static String homeMerge(UUID attempt) {
    return homeBelow(attempt) + "merge";
  }

  /**
   * Where work stays that was done after the attempt had gone to another node; each has its own
   * place, so that none takes that of another.
   */
  public static String aside(UUID attempt, String commit) {
    return ASIDE + attempt + "/" + commit;
  }

  /** Below which what was not committed when a turn began stays as long as the attempt. */
  public static String turnsBelow(UUID attempt) {
    return TURNS + attempt + "/";
  }

  /** Where commits stay as long as the attempt that a turn made and left on no branch. */
  public static String leftBehind(UUID attempt, Object turn) {
    return turnsBelow(attempt) + turn + "-left";
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
