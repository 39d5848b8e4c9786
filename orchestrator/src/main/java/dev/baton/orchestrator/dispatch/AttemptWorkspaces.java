package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import dev.baton.orchestrator.workspace.Workspaces;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The workspaces of attempts: made when first needed, brought back when gone. Thread safe. */
public final class AttemptWorkspaces {
  private final Store store;
  private final Workspaces workspaces;

  public AttemptWorkspaces(Store store, Workspaces workspaces) {
    this.store = store;
    this.workspaces = workspaces;
  }

  /** What the workspace of an attempt is, whether its directories exist or not. */
  public static Workspace describe(Tables tables, Attempt attempt) {
    var repos = tables.projects().listReposOfAttempt(attempt.id());
    var chosen = tables.attempts().listRepos(attempt.id());
    List<WorkspaceRepo> described = new ArrayList<>();
    for (int place = 0; place < repos.size(); place++) {
      described.add(describe(chosen.get(place), repos.get(place)));
    }
    return new Workspace(attempt.id(), attempt.root(), attempt.branch(), described);
  }

  private static WorkspaceRepo describe(AttemptRepo chosen, Repo repo) {
    return new WorkspaceRepo(
        chosen.repoName(),
        repo.path(),
        chosen.targetBranch(),
        chosen.baseCommit(),
        repo.scripts().copyFiles());
  }

  public Workspace describe(Attempt attempt) {
    return store.read(tables -> describe(tables, attempt));
  }

  /** The workspace with all its directories. */
  public Workspace ensure(Attempt attempt) {
    var workspace = describe(attempt);
    if (attempt.hasWorkspace() || Files.exists(workspace.root())) {
      workspaces.restore(workspace);
    } else {
      workspaces.create(workspace);
    }
    if (!attempt.hasWorkspace()) {
      store.write(
          tables -> {
            tables.attempts().setWorkspaceMade(attempt.id(), true);
            return workspace;
          });
    }
    return workspace;
  }

  /** Removes worktrees and branch; returns where unmerged work is kept. */
  public List<KeptRef> remove(Attempt attempt) {
    return workspaces.remove(describe(attempt));
  }

  /** Removes worktrees and leaves the branch, unless somebody uses them; returns what is kept. */
  public Optional<List<KeptRef>> shelve(Attempt attempt, BooleanSupplier isUnused) {
    return workspaces.shelve(describe(attempt), isUnused);
  }

  /** Deletes what calls left behind that were cut short; to be called when no other call runs. */
  public void sweep() {
    workspaces.sweep();
  }
}
