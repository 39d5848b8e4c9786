package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import dev.baton.orchestrator.workspace.Workspaces;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The workspaces of attempts: made when first needed, brought back when gone. Thread safe. */
public final class AttemptWorkspaces {
  private final Store store;
  private final Workspaces workspaces;
  private final Map<UUID, Hold> held = new ConcurrentHashMap<>();

  /** Why nothing may begin in an attempt for a while. */
  private enum Hold {
    DELETION,
    UPDATE,
    MERGE
  }

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
    return ensure(attempt, _ -> {});
  }

  /** The same for whoever drives the attempt. */
  Workspace ensure(Attempt attempt, Claim claim) {
    return ensure(attempt, claim::check);
  }

  private Workspace ensure(Attempt attempt, Consumer<Tables> check) {
    var workspace = describe(attempt);
    if (attempt.hasWorkspace() || Files.exists(workspace.root())) {
      workspaces.restore(workspace, () -> refuseIfGone(attempt.id()));
    } else {
      workspaces.create(workspace);
    }
    if (!attempt.hasWorkspace()) {
      store.write(
          tables -> {
            check.accept(tables);
            tables.attempts().setWorkspaceMade(attempt.id(), true);
            return workspace;
          });
    }
    return workspace;
  }

  /**
   * Does the work of a deletion; meanwhile nothing begins in the attempt and nothing comes back.
   */
  public <T> T close(UUID attemptId, Supplier<T> work) {
    return hold(attemptId, Hold.DELETION, work);
  }

  /** Does the work of an update; meanwhile nothing begins in the attempt. */
  public <T> T update(UUID attemptId, Supplier<T> work) {
    return hold(attemptId, Hold.UPDATE, work);
  }

  /** Does the work of a merge; meanwhile nothing begins in the attempt. */
  public <T> T merge(UUID attemptId, Supplier<T> work) {
    return hold(attemptId, Hold.MERGE, work);
  }

  private <T> T hold(UUID attemptId, Hold reason, Supplier<T> work) {
    var earlier = Optional.ofNullable(held.putIfAbsent(attemptId, reason));
    if (earlier.isPresent()) {
      throw refusal(attemptId, earlier.get());
    }
    try {
      return work.get();
    } finally {
      held.remove(attemptId);
    }
  }

  /** To be asked before something is recorded that begins in the attempt. */
  public void refuseIfHeld(UUID attemptId) {
    findHold(attemptId)
        .ifPresent(
            reason -> {
              throw refusal(attemptId, reason);
            });
  }

  private Optional<Hold> findHold(UUID attemptId) {
    return Optional.ofNullable(held.get(attemptId));
  }

  private static ToolFailure refusal(UUID attemptId, Hold reason) {
    return switch (reason) {
      case DELETION ->
          new ToolFailure(
              BoardFailureCode.ATTEMPT_BUSY,
              "Attempt %s is being deleted".formatted(attemptId),
              "Call list_task_attempts in some seconds, and choose another attempt",
              Map.of("attempt_id", attemptId));
      case UPDATE, MERGE ->
          new ToolFailure(
              BoardFailureCode.ATTEMPT_BUSY,
              "Attempt %s is being %s"
                  .formatted(attemptId, reason == Hold.UPDATE ? "updated" : "merged"),
              "Repeat the call in some seconds",
              Map.of("attempt_id", attemptId));
    };
  }

  private void refuseIfGone(UUID attemptId) {
    findHold(attemptId)
        .filter(Hold.DELETION::equals)
        .ifPresent(
            reason -> {
              throw refusal(attemptId, reason);
            });
    if (store.read(tables -> tables.attempts().find(attemptId)).isEmpty()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "Attempt %s was deleted meanwhile".formatted(attemptId),
          "Call list_task_attempts to see which attempts there are");
    }
  }

  /** A commit of the files as they are, if something is not committed; nothing moves. */
  public Optional<String> snapshot(Workspace workspace, WorkspaceRepo repo) {
    return workspaces.snapshot(workspace, repo);
  }

  /** All that is kept of an attempt. */
  public List<KeptRef> listKept(Workspace workspace) {
    return workspaces.listKept(workspace);
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
