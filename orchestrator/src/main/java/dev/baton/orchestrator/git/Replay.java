package dev.baton.orchestrator.git;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Puts commits on top of another one, each with its author and message, without a checkout. */
public final class Replay {
  private final Git git;
  private final GitPlace place;
  private final String committer;

  public Replay(Git git, GitPlace place, String committer) {
    this.git = git;
    this.place = place;
    this.committer = committer;
  }

  /** Where the commits end up, or all files in which one of them does not fit. */
  public record Result(Optional<String> commit, List<GitPath> conflicts) {
    public Result {
      conflicts = List.copyOf(conflicts);
    }
  }

  public Result onto(String target, String tip) {
    return onto(target, tip, List.of());
  }

  /**
   * The same for a part of the commits.
   *
   * @param others whose commits are left out, as those of the target are
   */
  public Result onto(String target, String tip, List<String> others) {
    var arguments =
        new ArrayList<>(
            List.of("rev-list", "--reverse", "--topo-order", "--no-merges", tip, "--not", target));
    arguments.addAll(others);
    var commits = git.in(place).run(arguments).lines();
    var current = target;
    var conflicts = new LinkedHashSet<GitPath>();
    for (var commit : commits) {
      var original = CommitObject.read(git, place, commit);
      if (original.parents().equals(List.of(current))) {
        current = commit;
        continue;
      }
      var merged = apply(parentTree(original), original.tree(), current);
      // why on: a later commit may not fit elsewhere, and whoever resolves wants to know of all
      conflicts.addAll(merged.conflicts());
      if (!merged.tree().equals(tree(current))) {
        current = original.moved(merged.tree(), current).write(git, place, committer);
      }
    }
    return conflicts.isEmpty()
        ? new Result(Optional.of(current), List.of())
        : new Result(Optional.empty(), List.copyOf(conflicts));
  }

  /**
   * What was changed between two commits, as one commit on top of another one.
   *
   * @param message of the new commit
   */
  public Result asOne(String target, String base, String tip, String message) {
    var merged = apply(tree(base), tree(tip), target);
    if (!merged.conflicts().isEmpty()) {
      return new Result(Optional.empty(), merged.conflicts());
    }
    return new Result(
        Optional.of(
            merged.tree().equals(tree(target))
                ? target
                : CommitObject.of(merged.tree(), List.of(target), committer, message)
                    .write(git, place, committer)),
        List.of());
  }

  private String parentTree(CommitObject commit) {
    return commit.parents().isEmpty() ? emptyTree() : tree(commit.parents().getFirst());
  }

  /**
   * The difference between two trees, applied to the tree of a commit.
   *
   * <p>why three commits that nobody keeps: git 2.39 merges commits and finds their base by itself,
   * so the base has to be their parent.
   */
  private MergeTree apply(String before, String after, String current) {
    var base = write(before, List.of());
    return MergeTree.of(
        git, place, write(tree(current), List.of(base)), write(after, List.of(base)));
  }

  private String write(String tree, List<String> parents) {
    var signature = Identity.ours(0);
    return CommitObject.of(tree, parents, signature, "replay").write(git, place, signature);
  }

  private String tree(String commit) {
    return git.in(place).run("rev-parse", commit + "^{tree}").text();
  }

  private String emptyTree() {
    return git.in(place).run("mktree").text();
  }
}
