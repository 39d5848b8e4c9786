package dev.baton.orchestrator.merge;

import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.UnknownFiles;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.ExcludedPaths;
import dev.baton.orchestrator.workspace.HiddenFiles;
import dev.baton.orchestrator.workspace.PrivateIndex;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of an attempt in one repository before it is merged. What git makes of it goes into a
 * directory of our own.
 */
final class UnmergedWork implements AutoCloseable {
  private final Git git;
  private final Workspace workspace;
  private final WorkspaceRepo repo;
  private final Path common;
  private final Optional<Worktree> worktree;
  private final List<GitPath> nested;
  private final PrivateIndex index;

  private UnmergedWork(
      Git git,
      Workspace workspace,
      WorkspaceRepo repo,
      Path common,
      Optional<Worktree> worktree,
      List<GitPath> nested,
      PrivateIndex index) {
    this.git = git;
    this.workspace = workspace;
    this.repo = repo;
    this.common = common;
    this.worktree = worktree;
    this.nested = nested;
    this.index = index;
  }

  static UnmergedWork open(
      Git git, WorkspaceLayout layout, Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.find(common, workspace.worktree(repo));
    var nested = worktree.map(it -> UnknownFiles.repositoriesIn(git, it.place())).orElse(List.of());
    var index =
        worktree
            .map(it -> PrivateIndex.copyOf(it, layout))
            .orElseGet(() -> PrivateIndex.empty(layout));
    return new UnmergedWork(git, workspace, repo, common, worktree, nested, index);
  }

  /** Where commits are that only this look has. */
  Map<String, String> objects() {
    return index.ownObjects(common);
  }

  /** Repositories inside the worktree, whose files git does not merge. */
  List<String> listNested() {
    return nested.stream().map(path -> workspace.shown(repo, path)).toList();
  }

  /** Files whose changes no commit takes, because git was told not to look at them. */
  List<String> listHidden(WorkspaceLayout layout) {
    return worktree.stream()
        .flatMap(it -> HiddenFiles.listChanged(git, it, layout).stream())
        .map(path -> workspace.shown(repo, path))
        .toList();
  }

  long countUncommitted() {
    long changed =
        worktree
            .map(it -> git.in(it.place()).run("status", "--porcelain").lines().size())
            .orElse(0);
    return Math.max(0, changed - nested.size());
  }

  /** The commit that the attempt's branch has once everything is committed. */
  String committed(String tip) {
    var own = worktree.filter(it -> it.branch().equals(Optional.of(workspace.branch())));
    if (own.isEmpty() || (own.get().merging().isEmpty() && countUncommitted() == 0)) {
      return tip;
    }
    var checkout = new GitPlace.Unwritten(own.get().place(), index.withOwnObjects(common));
    // why attempted: some of it may not go into git, and the commit leaves that out too
    git.attempt(ExcludedPaths.copiedInto(git, own.get()).add(checkout, "--all"));
    git.run(
        GitCommand.in(checkout, "update-index", "--force-remove", "-z", "--stdin")
            .withPaths(nested));
    var parents = new ArrayList<>(List.of(tip));
    own.get().merging().ifPresent(parents::add);
    var tree = git.attempt(GitCommand.in(checkout, "write-tree"));
    var signature = Identity.ours(0);
    return tree.succeeded()
        ? CommitObject.of(tree.text(), parents, signature, "What is not committed")
            .write(git, place(), signature)
        : tip;
  }

  MergeTree merge(String target, String tip) {
    return MergeTree.of(git, place(), target, tip);
  }

  /**
   * Files that fit as a whole, and would not be the same commit by commit.
   *
   * @param isBehind true if the target has commits that the work has not
   */
  List<String> listUnfit(String target, String tip, boolean isBehind) {
    // why: without them the commits stay as they are
    if (!isBehind && !RebasedWork.hasMerges(git, place(), target, tip)) {
      return List.of();
    }
    return RebasedWork.of(git, place(), target, tip, Identity.ours(0)).unfit().stream()
        .map(path -> workspace.shown(repo, path))
        .toList();
  }

  /** How many commits one has that the other has not. */
  long count(String lacking, String having) {
    return Long.parseLong(
        git.in(place()).run("rev-list", "--count", having, "--not", lacking).text());
  }

  private GitPlace place() {
    return new GitPlace.Unwritten(new GitPlace.Bare(common), objects());
  }

  @Override
  public void close() {
    index.close();
  }
}
