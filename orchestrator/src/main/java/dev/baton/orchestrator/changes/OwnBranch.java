package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;

/** The branch that an attempt's worktrees have checked out. */
public final class OwnBranch {
  private OwnBranch() {}

  /** Fails if an agent has checked out something else. */
  public static void require(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var other =
        Worktree.find(common, workspace.worktree(repo))
            .map(worktree -> worktree.branch().map("branch '%s'"::formatted).orElse("no branch"))
            .filter(place -> !place.equals("branch '%s'".formatted(workspace.branch())));
    if (other.isPresent()) {
      throw ToolFailure.invalid(
          "Worktree %s is on %s instead of '%s'"
              .formatted(workspace.worktree(repo), other.get(), workspace.branch()),
          "Let the agent bring its work to '%s' with follow_up, or run there: git switch %s"
              .formatted(workspace.branch(), workspace.branch()));
    }
  }
}
