package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.Checkouts;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Worktree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Makes and unmakes one worktree. Its callers hold the lock of the repository. */
final class WorktreeMaker {
  private final Git git;

  WorktreeMaker(Git git) {
    this.git = git;
  }

  /** Makes branch and worktree, and copies files. */
  void make(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var path = workspace.worktree(repo);
    var existing = branch(workspace, common);
    if (existing.filter(commit -> !commit.equals(repo.baseCommit())).isPresent()) {
      throw ToolFailure.invalid(
          "Branch '%s' exists already in %s".formatted(workspace.branch(), repo.repository()),
          "Start the attempt again, or rename the branch");
    }
    add(workspace, common, path, existing.isPresent(), repo.baseCommit());
    copy(repo, path, common);
  }

  void add(Workspace workspace, Path common, Path path, boolean branchExists, String commit) {
    var place = new GitPlace.Bare(common);
    var command =
        branchExists
            ? GitCommand.in(
                place, "worktree", "add", "--quiet", "--force", path.toString(), workspace.branch())
            : GitCommand.in(
                place,
                "worktree",
                "add",
                "--quiet",
                "--force",
                "--no-track",
                "-b",
                workspace.branch(),
                path.toString(),
                commit);
    if (branchExists) {
      requireNotCheckedOut(workspace, common, path);
    }
    git.run(command);
  }

  void requireNotCheckedOut(Workspace workspace, Path common, Path path) {
    checkedOutElsewhere(workspace, common, path)
        .ifPresent(
            checkout -> {
              throw ToolFailure.invalid(
                  "Branch '%s' is checked out in %s".formatted(workspace.branch(), checkout),
                  "Switch %s to another branch, so that the attempt can have its own back"
                      .formatted(checkout));
            });
  }

  private Optional<Path> checkedOutElsewhere(Workspace workspace, Path common, Path path) {
    return Checkouts.of(git, common).on(Branch.ref(workspace.branch())).stream()
        .filter(checkout -> !checkout.equals(path))
        .findFirst();
  }

  /**
   * The places on this disk where an attempt was on other nodes no longer hold its branch; false if
   * there are none.
   */
  boolean detachOthers(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var own = workspace.worktree(repo);
    var others =
        Worktree.list(common).stream()
            .filter(worktree -> !worktree.path().equals(own) && isOf(workspace, worktree.path()))
            .toList();
    others.stream()
        .filter(worktree -> worktree.branch().filter(workspace.branch()::equals).isPresent())
        .forEach(this::detach);
    return !others.isEmpty();
  }

  private void detach(Worktree worktree) {
    try {
      git.findCommit(worktree.head(), "HEAD")
          .ifPresent(
              commit -> git.in(worktree.head()).run("update-ref", "--no-deref", "HEAD", commit));
    } catch (GitException | ToolFailure e) {
      // why: the other node may have removed it just now, and then it holds no branch
      if (Files.isDirectory(worktree.head().directory())) {
        throw e;
      }
    }
  }

  private static boolean isOf(Workspace workspace, Path worktree) {
    return Optional.ofNullable(worktree.getParent())
        .filter(root -> root.endsWith(workspace.attempt().toString()))
        .isPresent();
  }

  /** Deletes a branch that nobody has checked out; what is on it is kept before. */
  void deleteBranch(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    requireNotCheckedOut(workspace, common, workspace.worktree(repo));
    branch(workspace, common)
        .ifPresent(commit -> delete(common, Branch.ref(workspace.branch()), commit));
  }

  /** Copies files into a new worktree; they do not count as work of the attempt. */
  void copy(WorkspaceRepo repo, Path path, Path common) {
    var copied = new CopiedFiles(repo.repository(), path).copy(repo.copied());
    if (!copied.isEmpty()) {
      ExcludedPaths.note(Worktree.load(git, common, path), copied);
    }
  }

  /** Takes back what {@link #make} did, as far as it came; no agent was there yet. */
  void unmake(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    removeEntry(workspace, repo, common);
    var branch = branch(workspace, common);
    if (branch.filter(repo.baseCommit()::equals).isPresent()) {
      delete(common, Branch.ref(workspace.branch()), repo.baseCommit());
    }
  }

  /** Removes what git knows of a worktree whose files are gone, and the branch. */
  void forget(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    removeEntry(workspace, repo, common);
    branch(workspace, common)
        // why: the user looks at the branch in a checkout of their own
        .filter(_ -> checkedOutElsewhere(workspace, common, workspace.worktree(repo)).isEmpty())
        .ifPresent(commit -> delete(common, Branch.ref(workspace.branch()), commit));
    var seen = AttemptRefs.seen(workspace.attempt());
    git.findCommit(new GitPlace.Bare(common), seen)
        .ifPresent(commit -> delete(common, seen, commit));
    git
        .in(new GitPlace.Bare(common))
        .run(
            "for-each-ref",
            "--format=%(objectname) %(refname)",
            AttemptRefs.turnsBelow(workspace.attempt()))
        .lines()
        .stream()
        .map(line -> line.split(" ", 2))
        .forEach(words -> delete(common, words[1], words[0]));
  }

  /** Only the entry of our own path goes: others' stale entries are not ours to prune. */
  void removeEntry(Workspace workspace, WorkspaceRepo repo, Path common) {
    var path = workspace.worktree(repo);
    if (Worktree.find(common, path).isPresent()) {
      git.in(new GitPlace.Bare(common))
          .run("worktree", "remove", "--force", "--force", path.toString());
    }
  }

  private void delete(Path common, String ref, String commit) {
    git.in(new GitPlace.Bare(common)).run("update-ref", "-d", ref, commit);
  }

  Optional<String> branch(Workspace workspace, Path common) {
    return git.findCommit(new GitPlace.Bare(common), Branch.ref(workspace.branch()));
  }
}
