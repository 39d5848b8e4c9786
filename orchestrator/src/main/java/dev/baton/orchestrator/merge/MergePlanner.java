package dev.baton.orchestrator.merge;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.changes.OwnBranch;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.merge.Merges.MergePlan;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the commits of a merge; no ref and no file moves. */
final class MergePlanner {
  private final Git git;
  private final Workspace workspace;
  private final MergeStrategy strategy;
  private final String message;
  private final boolean isStandIn;
  private final Map<String, List<String>> conflicts = new LinkedHashMap<>();
  private final Map<String, List<String>> unfit = new LinkedHashMap<>();

  MergePlanner(
      Git git, Workspace workspace, MergeStrategy strategy, String message, boolean isStandIn) {
    this.git = git;
    this.workspace = workspace;
    this.strategy = strategy;
    this.message = message;
    this.isStandIn = isStandIn;
  }

  MergePlan plan(List<WorkspaceRepo> repos) {
    var merges = new ArrayList<RepoMerge>();
    for (var repo : repos) {
      plan(repo).ifPresent(merges::add);
    }
    if (!conflicts.isEmpty()) {
      throw conflict();
    }
    if (!unfit.isEmpty()) {
      throw lossyRebase();
    }
    merges.stream().filter(RepoMerge::moves).forEach(this::requireCleanCheckouts);
    return new MergePlan(workspace.attempt(), merges);
  }

  private Optional<RepoMerge> plan(WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    OwnBranch.require(workspace, repo);
    var target = load(repo, repo.targetBranch());
    var tip = load(repo, workspace.branch());
    return merged(repo, place, target, tip)
        .map(commit -> describe(repo, place, target, tip, commit));
  }

  private String load(WorkspaceRepo repo, String branch) {
    return new Repositories(git)
        .find(repo.repository(), branch)
        .map(Branch::commit)
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "Repository %s has no local branch '%s' any more"
                        .formatted(repo.repository(), branch),
                    branch.equals(repo.targetBranch())
                        ? newTarget(repo)
                        : "It comes back with the next follow_up of its attempt"));
  }

  private String newTarget(WorkspaceRepo repo) {
    return ("Call update_attempt with another branch of %s in target_branch%s, then merge_attempt"
            + " again; to keep this one, make it again there: git branch %s %s")
        .formatted(
            repo.name(),
            workspace.repos().size() == 1 ? "" : " and its repo_id",
            repo.targetBranch(),
            repo.baseCommit());
  }

  /** The commit that the target shall have; empty if there is a conflict. */
  private Optional<String> merged(WorkspaceRepo repo, GitPlace place, String target, String tip) {
    if (git.isAncestor(place, tip, target)) {
      return Optional.of(target);
    }
    var identity = Identity.of(git, place).signature();
    if (strategy == MergeStrategy.REBASE) {
      return rebased(repo, place, target, tip, identity);
    }
    var merge = MergeTree.of(git, place, target, tip);
    note(conflicts, repo, merge.conflicts());
    if (!merge.conflicts().isEmpty()) {
      return Optional.empty();
    }
    boolean squash = strategy == MergeStrategy.SQUASH;
    if (squash && merge.tree().equals(CommitObject.read(git, place, target).tree())) {
      return Optional.of(target);
    }
    var parents = squash ? List.of(target) : List.of(target, tip);
    return Optional.of(
        CommitObject.of(merge.tree(), parents, identity, message).write(git, place, identity));
  }

  /** The commits one by one, if they come to what the work is as a whole. */
  private Optional<String> rebased(
      WorkspaceRepo repo, GitPlace place, String target, String tip, String identity) {
    var rebased = RebasedWork.of(git, place, target, tip, identity);
    note(conflicts, repo, rebased.conflicts());
    note(unfit, repo, rebased.unfit());
    return rebased.commit();
  }

  private void note(Map<String, List<String>> noted, WorkspaceRepo repo, List<GitPath> files) {
    if (!files.isEmpty()) {
      noted.put(repo.name(), files.stream().map(path -> workspace.shown(repo, path)).toList());
    }
  }

  private ToolFailure lossyRebase() {
    var files = unfit.values().stream().flatMap(List::stream).toList();
    return new ToolFailure(
        BoardFailureCode.GIT_CONFLICT,
        "A rebase would lose what was resolved in %s: the work fits its target branch as a whole, and not commit by commit; nothing was merged"
            .formatted(new FileNames(files)),
        "Choose squash, which makes one commit of the work, or merge, which keeps its commits as they are; repeat merge_attempt with strategy squash or merge",
        Map.of("files", files));
  }

  private ToolFailure conflict() {
    var files = conflicts.values().stream().flatMap(List::stream).toList();
    return new ToolFailure(
        BoardFailureCode.GIT_CONFLICT,
        "The work conflicts with its target branch in %s; nothing was merged"
            .formatted(new FileNames(files)),
        "Call update_attempt with resolve true, so that the agent resolves these files%s; then call merge_attempt again%s"
            .formatted(
                // why not there: what is at home of another node's work is put back to that work
                isStandIn
                    ? ""
                    : ", or merge the target branch into branch %s yourself, in %s"
                        .formatted(workspace.branch(), workspace.agentDirectory()),
                // why: what is resolved is in a merge commit, which a rebase leaves out
                strategy == MergeStrategy.REBASE ? " with strategy squash or merge" : ""),
        Map.of("files", files));
  }

  private RepoMerge describe(
      WorkspaceRepo repo, GitPlace place, String target, String tip, String commit) {
    boolean moves = !commit.equals(target);
    boolean has = git.isAncestor(place, tip, commit);
    return new RepoMerge(
        repo.name(),
        repo.repository(),
        Branch.ref(repo.targetBranch()),
        target,
        commit,
        Branch.ref(workspace.branch()),
        tip,
        moves && !has ? commit : tip,
        moves && !has ? Optional.of(nextKept(place)) : Optional.empty());
  }

  private String nextKept(GitPlace place) {
    var below = AttemptRefs.mergedBelow(workspace.attempt());
    var taken = git.in(place).run("for-each-ref", "--format=%(refname)", below).lines();
    int number = 1;
    while (taken.contains(below + number)) {
      number++;
    }
    return below + number;
  }

  private void requireCleanCheckouts(RepoMerge merge) {
    Merges.requireClean(git, merge);
  }
}
