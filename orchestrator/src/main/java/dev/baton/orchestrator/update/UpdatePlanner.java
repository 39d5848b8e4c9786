package dev.baton.orchestrator.update;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.OwnBranch;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.Replay;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.merge.RepoMerge;
import dev.baton.orchestrator.update.UpdatePlan.RepoUpdate;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the commits of an update of one repository; no ref and no file moves. */
final class UpdatePlanner {
  private final Git git;
  private final Workspace workspace;
  private final WorkspaceRepo repo;
  private final String targetBranch;
  private final Optional<String> trial;
  private final GitPlace place;

  UpdatePlanner(Git git, Workspace workspace, Updates.Source source) {
    this.git = git;
    this.workspace = workspace;
    this.repo = source.repo();
    this.targetBranch = source.targetBranch();
    this.trial = source.tip();
    this.place = new GitPlace.Bare(CommonDirectory.of(repo.repository()));
  }

  /** Where the branch goes, or the files that do not fit. */
  private record Joined(Optional<String> commit, List<GitPath> conflicts) {}

  RepoUpdate plan(UpdateStrategy strategy) {
    OwnBranch.require(workspace, repo);
    refuseOwnBranch();
    var target = load(targetBranch);
    var tip = trial.orElseGet(() -> load(workspace.branch()));
    var joined = joined(strategy, target, tip);
    var commit = joined.commit().orElse(tip);
    return new RepoUpdate(
        repo.name(),
        targetBranch,
        target,
        count(target, tip),
        commit,
        commit.equals(tip) ? Optional.empty() : Optional.of(move(target, tip, commit)),
        joined.conflicts().stream().map(path -> workspace.shown(repo, path)).toList());
  }

  private Joined joined(UpdateStrategy strategy, String target, String tip) {
    var leaves = leftTarget(target, tip);
    if (strategy == UpdateStrategy.MERGE) {
      leaves.ifPresent(this::refuseForeignCommits);
      return merge(target, tip);
    }
    if (!hasMerges(target, tip, others(target))) {
      return rebase(target, tip);
    }
    // why not one by one: what was resolved in a merge would be lost
    return leaves.map(left -> moveAsOne(left, target, tip)).orElseGet(() -> merge(target, tip));
  }

  private void refuseOwnBranch() {
    if (targetBranch.equals(workspace.branch())) {
      throw ToolFailure.invalid(
          "/target_branch",
          "Branch '%s' is the attempt's own".formatted(targetBranch),
          "Repeat update_attempt with the branch that the work is to be merged into in"
              + " target_branch");
    }
  }

  /**
   * The target that a branch leaves, whose commits another one lacks.
   *
   * @param common where the branch has last met it
   * @param foreign how many of its commits the branch has and the new target lacks
   */
  private record LeftTarget(String common, int foreign) {}

  private Optional<LeftTarget> leftTarget(String target, String tip) {
    return targetBranch.equals(repo.targetBranch())
        ? Optional.empty()
        : git.findCommit(place, Branch.ref(repo.targetBranch()))
            .map(old -> git.in(place).run("merge-base", tip, old).text())
            .map(common -> new LeftTarget(common, count(common, target)))
            .filter(left -> left.foreign() > 0);
  }

  /** A merge would bring what the branch has of its old target to the new one. */
  private void refuseForeignCommits(LeftTarget left) {
    throw ToolFailure.invalid(
        "/target_branch",
        "The attempt's branch has %d commits of '%s' that '%s' lacks, and a merge would bring them there"
            .formatted(left.foreign(), repo.targetBranch(), targetBranch),
        "Choose strategy rebase without letting the agent resolve, which takes the attempt's own work alone to '%s'; where that conflicts, start a new attempt from '%s'; repeat update_attempt or call start_task_attempt"
            .formatted(targetBranch, targetBranch));
  }

  /** All that the attempt did since it last met its old target, what it resolved included. */
  private Joined moveAsOne(LeftTarget left, String target, String tip) {
    var subjects =
        git.in(place)
            .run("log", "--reverse", "--no-merges", "--format=- %s", tip, "--not", left.common())
            .text();
    var message =
        "Move %s from '%s' to '%s'\n\n%s"
            .formatted(workspace.branch(), repo.targetBranch(), targetBranch, subjects);
    var moved =
        new Replay(git, place, Identity.of(git, place).signature())
            .asOne(target, left.common(), tip, message);
    return new Joined(moved.commit(), moved.conflicts());
  }

  private String load(String branch) {
    return new Repositories(git)
        .find(repo.repository(), branch)
        .map(Branch::commit)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "Repository %s has no local branch '%s'".formatted(repo.repository(), branch),
                    "Name a branch that is there; repeat update_attempt with a local branch of repo"
                        + " %s in target_branch; list_repos shows its default_branch"
                            .formatted(repo.name())));
  }

  private Joined merge(String target, String tip) {
    if (git.isAncestor(place, target, tip)) {
      return new Joined(Optional.of(tip), List.of());
    }
    if (git.isAncestor(place, tip, target)) {
      return new Joined(Optional.of(target), List.of());
    }
    var merged = MergeTree.of(git, place, tip, target);
    if (!merged.conflicts().isEmpty()) {
      return new Joined(Optional.empty(), merged.conflicts());
    }
    var identity = Identity.of(git, place).signature();
    return new Joined(
        Optional.of(
            CommitObject.of(
                    merged.tree(), List.of(tip, target), identity, message(targetBranch, workspace))
                .write(git, place, identity)),
        List.of());
  }

  static String message(String targetBranch, Workspace workspace) {
    return "Merge branch '%s' into %s".formatted(targetBranch, workspace.branch());
  }

  private Joined rebase(String target, String tip) {
    var others = others(target);
    var identity = Identity.of(git, place).signature();
    var replayed = new Replay(git, place, identity).onto(target, tip, others);
    return new Joined(replayed.commit(), replayed.conflicts());
  }

  /** What the attempt began from, and the target that it leaves: none of its own commits. */
  private List<String> others(String target) {
    return Stream.of(repo.baseCommit(), Branch.ref(repo.targetBranch()))
        .flatMap(name -> git.findCommit(place, name).stream())
        .filter(commit -> !commit.equals(target))
        .distinct()
        .toList();
  }

  private boolean hasMerges(String target, String tip, List<String> others) {
    var arguments =
        new ArrayList<>(List.of("rev-list", "--merges", "--max-count=1", tip, "--not", target));
    arguments.addAll(others);
    return !git.in(place).run(arguments).text().isEmpty();
  }

  private int count(String target, String tip) {
    return Integer.parseInt(git.in(place).run("rev-list", "--count", target, "--not", tip).text());
  }

  private RepoMerge move(String target, String tip, String commit) {
    var branch = Branch.ref(workspace.branch());
    var kept =
        git.isAncestor(place, tip, target) ? Optional.<String>empty() : Optional.of(nextKept());
    return new RepoMerge(
        repo.name(), repo.repository(), branch, tip, commit, branch, tip, tip, kept);
  }

  private String nextKept() {
    var below = AttemptRefs.keptBelow(workspace.attempt()) + "rewritten-";
    var taken =
        git.in(place)
            .run("for-each-ref", "--format=%(refname)", AttemptRefs.keptBelow(workspace.attempt()))
            .lines();
    int number = 1;
    while (isTaken(taken, below + number)) {
      number++;
    }
    return below + number;
  }

  private static boolean isTaken(List<String> taken, String name) {
    return taken.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "/"));
  }
}
