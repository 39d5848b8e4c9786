package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.workspace.ChangeReader;
import dev.baton.orchestrator.workspace.CommitResult;
import dev.baton.orchestrator.workspace.Commits;
import java.util.Optional;

/** Looks at what agents did to their workspaces, and commits what they left. Thread safe. */
public final class WorkspaceChanges {
  private final AttemptWorkspaces workspaces;
  private final ChangeReader changes;
  private final Commits commits;

  public WorkspaceChanges(AttemptWorkspaces workspaces, ChangeReader changes, Commits commits) {
    this.workspaces = workspaces;
    this.changes = changes;
    this.commits = commits;
  }

  /** A text that is another if the workspace is another. */
  String print(Attempt attempt) {
    return changes.read(workspaces.describe(attempt), true).toString();
  }

  /**
   * Commits everything that is not committed, in all worktrees.
   *
   * @return why the first one refused, with its name
   */
  public Optional<String> commit(Attempt attempt, String message) {
    var workspace = workspaces.describe(attempt);
    for (var repo : workspace.repos()) {
      if (commits.commit(workspace, repo, message) instanceof CommitResult.Refused refused) {
        return Optional.of("%s: %s".formatted(repo.name(), refused.reason()));
      }
    }
    return Optional.empty();
  }
}
