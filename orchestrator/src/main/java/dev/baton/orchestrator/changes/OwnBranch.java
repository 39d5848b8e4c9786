package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.Optional;

/** The branch that an attempt's worktrees have checked out. */
public final class OwnBranch {
  private OwnBranch() {}

  /** Fails if an agent has checked out something else; its commits there would not be taken. */
  public static void require(Workspace workspace, WorkspaceRepo repo) {
    Worktree.find(CommonDirectory.of(repo.repository()), workspace.worktree(repo))
        .filter(worktree -> !worktree.branch().equals(Optional.of(workspace.branch())))
        .ifPresent(
            worktree -> {
              throw worktree.isRebasing() ? rebasing(worktree) : elsewhere(worktree, workspace);
            });
  }

  private static ToolFailure rebasing(Worktree worktree) {
    return ToolFailure.invalid(
        "Worktree %s is in the middle of a rebase".formatted(worktree.path()),
        "Run there: git rebase --continue, or to give it up: git rebase --abort; or let the agent"
            + " finish it with follow_up");
  }

  private static ToolFailure elsewhere(Worktree worktree, Workspace workspace) {
    var branch = workspace.branch();
    var place = worktree.branch().map("branch '%s'"::formatted).orElse("no branch");
    return ToolFailure.invalid(
        "Worktree %s is on %s instead of '%s'".formatted(worktree.path(), place, branch),
        // why a merge: who only switches leaves commits behind that no branch has
        "Run there: git switch %s && git merge %s; or let the agent bring its work to '%s' with follow_up"
            .formatted(
                branch, worktree.branch().or(worktree::detachedCommit).orElse("HEAD"), branch));
  }
}
