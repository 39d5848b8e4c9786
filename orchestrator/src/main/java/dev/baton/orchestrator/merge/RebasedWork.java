package dev.baton.orchestrator.merge;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.Replay;
import java.util.List;
import java.util.Optional;

/**
 * The commits of some work, one by one on top of its target.
 *
 * @param commit where they end up; empty if one of them does not fit
 * @param conflicts files of the work as a whole that do not fit
 * @param unfit files that fit as a whole, and would not be the same commit by commit
 */
record RebasedWork(Optional<String> commit, List<GitPath> conflicts, List<GitPath> unfit) {
  RebasedWork {
    conflicts = List.copyOf(conflicts);
    unfit = List.copyOf(unfit);
  }

  static RebasedWork of(Git git, GitPlace place, String target, String tip, String committer) {
    var replayed = new Replay(git, place, committer).onto(target, tip);
    if (replayed.commit().isPresent() && !hasMerges(git, place, target, tip)) {
      return new RebasedWork(replayed.commit(), List.of(), List.of());
    }
    var whole = MergeTree.of(git, place, target, tip);
    if (!whole.conflicts().isEmpty()) {
      return new RebasedWork(Optional.empty(), whole.conflicts(), List.of());
    }
    // why not without a conflict either: what a merge commit resolved is in none of the others
    var unfit =
        replayed
            .commit()
            .map(commit -> listDifferent(git, place, commit, whole.tree()))
            .orElse(replayed.conflicts());
    return new RebasedWork(replayed.commit(), List.of(), unfit);
  }

  /** True if some of the work is a merge, which is left out commit by commit. */
  static boolean hasMerges(Git git, GitPlace place, String target, String tip) {
    return !git.in(place)
        .run("rev-list", "--merges", "--max-count=1", tip, "--not", target)
        .text()
        .isEmpty();
  }

  private static List<GitPath> listDifferent(Git git, GitPlace place, String commit, String tree) {
    return git.in(place)
        .run("diff-tree", "-r", "-z", "--name-only", "--no-renames", commit, tree)
        .fields()
        .paths();
  }
}
