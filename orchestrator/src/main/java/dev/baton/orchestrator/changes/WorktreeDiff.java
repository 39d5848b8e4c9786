package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.ExcludedPaths;
import dev.baton.orchestrator.workspace.PrivateIndex;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Compares a worktree as it is, untracked files included, with where its work began. All that git
 * writes goes into a directory of our own: the repository stays as it is, byte for byte.
 */
final class WorktreeDiff implements AutoCloseable {
  private static final List<String> OPTIONS =
      List.of(
          "diff",
          "--no-ext-diff",
          "--no-textconv",
          "--no-color",
          "--full-index",
          "-M",
          "-C",
          "-l1000",
          "-z");

  private final Git git;
  private final Worktree worktree;
  private final WorkspaceRepo repo;
  private final Baseline baseline;
  private final PrivateIndex index;
  private final Map<String, String> environment;

  private WorktreeDiff(
      Git git, Worktree worktree, WorkspaceRepo repo, Baseline baseline, PrivateIndex index) {
    this.git = git;
    this.worktree = worktree;
    this.repo = repo;
    this.baseline = baseline;
    this.index = index;
    this.environment = index.withOwnObjects(worktree.common());
  }

  static WorktreeDiff open(
      Git git, WorkspaceLayout layout, Workspace workspace, WorkspaceRepo repo) {
    return open(git, layout, workspace, repo, Baseline.MERGE_BASE);
  }

  static WorktreeDiff open(
      Git git, WorkspaceLayout layout, Workspace workspace, WorkspaceRepo repo, Baseline baseline) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.load(git, common, workspace.worktree(repo));
    var diff =
        new WorktreeDiff(git, worktree, repo, baseline, PrivateIndex.copyOf(worktree, layout));
    boolean open = false;
    try {
      var excluded = ExcludedPaths.copiedInto(git, worktree);
      new Untracked(git, worktree.place(), diff.environment, excluded).show();
      open = true;
      return diff;
    } finally {
      if (!open) {
        diff.close();
      }
    }
  }

  /** The whole list of changes. */
  List<RawChange> changes() {
    var chosen = baseline.find(repo);
    if (chosen.isPresent()) {
      return RawChange.read(
          git.run(diff(List.of("--raw", "--numstat", chosen.get(), "--"))).fields());
    }
    var fast = git.attempt(diff(List.of("--raw", "--numstat", "--merge-base", target())));
    var output = fast.succeeded() ? fast : git.run(diff(List.of("--raw", "--numstat", base())));
    return RawChange.read(output.fields());
  }

  /**
   * The command that prints a list of files and their patches; it may name more than was asked for.
   *
   * @param prefix what stands before every path
   */
  GitCommand patch(Collection<GitPath> paths, String prefix) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--raw",
                "--patch",
                "--src-prefix=a/" + prefix,
                "--dst-prefix=b/" + prefix,
                base(),
                "--"));
    paths.forEach(path -> arguments.add(path.pattern()));
    return diff(arguments).withEnvironment(Map.of("GIT_LITERAL_PATHSPECS", "0"));
  }

  private GitCommand diff(List<String> more) {
    var arguments = new ArrayList<>(OPTIONS);
    arguments.addAll(more);
    return command(arguments);
  }

  private GitCommand command(List<String> arguments) {
    return GitCommand.in(worktree.place(), arguments).withEnvironment(environment);
  }

  private String target() {
    return Branch.ref(repo.targetBranch());
  }

  /** The merge base with the target branch; where the attempt began if there is none. */
  private String base() {
    var found = git.attempt(command(List.of("merge-base", "HEAD", target())));
    return found.succeeded() ? found.lines().getFirst() : repo.baseCommit();
  }

  @Override
  public void close() {
    index.close();
  }
}
