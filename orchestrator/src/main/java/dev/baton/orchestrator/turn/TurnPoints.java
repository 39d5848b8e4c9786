package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.attempt.TurnCommit;
import dev.baton.orchestrator.failure.FailureLine;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.review.UpdateTable.NewTarget;
import dev.baton.orchestrator.update.Resolution;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.update.StoredUpdate;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the state in which turns find their workspaces, and in which they leave them. Thread safe.
 */
public final class TurnPoints {
  private static final Logger LOG = LoggerFactory.getLogger(TurnPoints.class);

  private final Store store;
  private final AttemptWorkspaces workspaces;
  private final Checkpoints checkpoints;
  private final Resolutions resolutions;

  public TurnPoints(
      Store store, AttemptWorkspaces workspaces, Checkpoints checkpoints, Resolutions resolutions) {
    this.store = store;
    this.workspaces = workspaces;
    this.checkpoints = checkpoints;
    this.resolutions = resolutions;
  }

  /** Once for each turn, when the workspace is there and nothing of the turn has run. */
  void begin(TurnSituation now) {
    if (!commits(now).isEmpty()) {
      return;
    }
    rewind(now);
    var resolution =
        now.turn().resolution().map(StoredUpdate::read).flatMap(StoredUpdate::resolution);
    if (now.turn().retriedTurn().isEmpty() && resolution.isEmpty()) {
      workspaces.followMerges(now.attempt());
    }
    resolution.ifPresent(
        conflict -> resolutions.begin(workspaces.describe(now.attempt()), conflict));
    try {
      var workspace = workspaces.describe(now.attempt());
      var found = new ArrayList<TurnCommit>();
      for (var repo : repos(now)) {
        var point = take(workspace, repo, now, resolution);
        found.add(
            new TurnCommit(
                now.turn().id(),
                repo.repoId(),
                point.commit(),
                point.files(),
                point.merging(),
                Optional.of(new TurnCommit.Target(repo.targetBranch(), repo.baseCommit())),
                Optional.empty()));
      }
      now.write(store, tables -> found.forEach(tables.turnCommits()::insert));
    } catch (ToolFailure | GitException | UncheckedIOException e) {
      // why not a failure of the turn: the agent can work all the same
      LOG.warn("Turn {} does not know where it began: {}", now.turn().id(), FailureLine.of(e));
    }
  }

  /** How a repository is now, or was before a conflict was left in it. */
  private Checkpoint take(
      Workspace workspace, AttemptRepo repo, TurnSituation now, Optional<Resolution> resolution) {
    return resolution.stream()
        .flatMap(conflict -> conflict.repos().stream())
        .filter(part -> part.repoName().equals(repo.repoName()))
        .map(part -> new Checkpoint(part.tip(), Optional.empty()))
        .findFirst()
        .orElseGet(
            () -> checkpoints.take(workspace, workspace.repo(repo.repoName()), now.turn().index()));
  }

  /** Puts the workspace back to before the turn that this one does again. */
  private void rewind(TurnSituation now) {
    var retried = now.turn().retriedTurn();
    if (retried.isEmpty()) {
      return;
    }
    var workspace = workspaces.describe(now.attempt());
    var points =
        store.read(
            tables ->
                tables
                    .turns()
                    .findByIndex(now.attempt().id(), retried.get())
                    .map(turn -> tables.turnCommits().list(turn.id()))
                    .orElse(List.of()));
    for (var point : points) {
      checkpoints.rewind(
          workspace,
          workspace.repo(name(now, point)),
          new Checkpoint(point.commitBefore(), point.filesBefore(), point.merging()));
    }
    restoreTargets(now, points);
  }

  /** Otherwise what the branch has of a target that it left since would be the agent's work. */
  private void restoreTargets(TurnSituation now, List<TurnCommit> points) {
    var targets = new ArrayList<NewTarget>();
    for (var repo : repos(now)) {
      points.stream()
          .filter(point -> point.repoId().equals(repo.repoId()))
          .flatMap(point -> point.target().stream())
          .filter(
              then ->
                  !then.branch().equals(repo.targetBranch())
                      || !then.commit().equals(repo.baseCommit()))
          .map(then -> new NewTarget(repo.repoName(), then.branch(), then.commit()))
          .forEach(targets::add);
    }
    if (!targets.isEmpty()) {
      now.write(store, tables -> tables.updates().setTargets(now.attempt().id(), targets));
    }
  }

  private String name(TurnSituation now, TurnCommit commit) {
    return repos(now).stream()
        .filter(repo -> repo.repoId().equals(commit.repoId()))
        .map(AttemptRepo::repoName)
        .findFirst()
        .orElseThrow();
  }

  /** When everything of the turn has run; may be called again. */
  void end(TurnSituation now) {
    try {
      var workspace = workspaces.describe(now.attempt());
      var ends = new ArrayList<End>();
      for (var commit : commits(now)) {
        ends.add(end(workspace, now, commit));
      }
      if (!ends.isEmpty()) {
        now.write(
            store,
            tables -> {
              ends.forEach(
                  end ->
                      tables.turnCommits().setAfter(now.turn().id(), end.repoId(), end.commit()));
              tables
                  .turns()
                  .setChanges(
                      now.turn().id(),
                      ends.stream().map(End::changes).reduce(ChangeCount.NONE, ChangeCount::plus));
            });
      }
    } catch (ToolFailure | GitException | UncheckedIOException e) {
      LOG.warn("Turn {} does not know where it ended: {}", now.turn().id(), FailureLine.of(e));
    }
    bringHome(now);
  }

  private void bringHome(TurnSituation now) {
    try {
      var problem = workspaces.bringHome(now.attempt());
      LOG.debug("Turn {} was brought home; problem: {}", now.turn().id(), problem);
    } catch (ToolFailure e) {
      LOG.warn("Turn {} is not at home: {}", now.turn().id(), FailureLine.of(e));
    }
  }

  /** Where the turn left a repository, and what it changed there. */
  private record End(UUID repoId, String commit, ChangeCount changes) {}

  private End end(Workspace workspace, TurnSituation now, TurnCommit begun) {
    var repo = workspace.repo(name(now, begun));
    var point = checkpoints.look(workspace, repo);
    checkpoints.keepLeftBehind(workspace, repo, now.turn().index());
    var before = new Checkpoint(begun.commitBefore(), begun.filesBefore());
    return new End(begun.repoId(), point.commit(), checkpoints.count(repo, before, point));
  }

  private List<TurnCommit> commits(TurnSituation now) {
    return store.read(tables -> tables.turnCommits().list(now.turn().id()));
  }

  private List<AttemptRepo> repos(TurnSituation now) {
    return store.read(tables -> tables.attempts().listRepos(now.attempt().id()));
  }
}
