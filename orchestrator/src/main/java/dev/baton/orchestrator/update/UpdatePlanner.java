package dev.baton.orchestrator.update;

import dev.baton.mcp.tool.ToolFailure;
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
import dev.baton.orchestrator.review.OwnBranch;
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
    var isMerge = strategy == UpdateStrategy.MERGE || hasMerges(target, tip, others(target));
    if (isMerge) {
      refuseForeignCommits(target, tip);
    }
    // why merged: one by one, what was resolved in a merge would be lost
    var joined = isMerge ? merge(target, tip) : rebase(target, tip);
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

  private void refuseOwnBranch() {
    if (targetBranch.equals(workspace.branch())) {
      throw ToolFailure.invalid(
          "/target_branch",
          "Branch '%s' is the attempt's own".formatted(targetBranch),
          "Repeat update_attempt with the branch that the work is to be merged into in"
              + " target_branch");
    }
  }

  /** A merge would bring what the branch has of its old target to the new one. */
  private void refuseForeignCommits(String target, String tip) {
    var foreign =
        targetBranch.equals(repo.targetBranch())
            ? 0
            : git.findCommit(place, Branch.ref(repo.targetBranch()))
                .map(old -> git.in(place).run("merge-base", tip, old).text())
                .map(common -> count(common, target))
                .orElse(0);
    if (foreign > 0) {
      throw ToolFailure.invalid(
          "/target_branch",
          "The attempt's branch has %d commits of '%s' that '%s' lacks, and a merge would bring them there"
              .formatted(foreign, repo.targetBranch(), targetBranch),
          "Repeat update_attempt with strategy rebase if the branch has no merges, or call start_task_attempt for a new attempt from '%s'"
              .formatted(targetBranch));
    }
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
