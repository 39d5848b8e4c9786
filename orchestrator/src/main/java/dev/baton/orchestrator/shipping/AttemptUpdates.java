package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.review.AttemptWork;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.review.UpdateTable.NewTarget;
import dev.baton.orchestrator.store.review.UpdateTable.UpdateIntent;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.update.StoredUpdate;
import dev.baton.orchestrator.update.UpdatePlan;
import dev.baton.orchestrator.update.UpdatePlan.RepoUpdate;
import dev.baton.orchestrator.update.Updates;
import dev.baton.orchestrator.update.Updates.Source;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.orchestrator.workspace.Workspace;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings attempts up to date with their target branches, or with others. Thread safe. */
public final class AttemptUpdates {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptUpdates.class);

  /**
   * An attempt to bring up to date.
   *
   * @param repoId only this repository; all of them if empty
   * @param targetBranch the target from now on; the one that it has if empty
   * @param resolve true lets the agent resolve conflicts
   * @param overBudget whether it does so although a budget is used up
   */
  public record UpdateRequest(
      UUID attemptId,
      Optional<UUID> repoId,
      Optional<String> targetBranch,
      UpdateStrategy strategy,
      boolean resolve,
      boolean overBudget) {
    /** Within what may be spent. */
    public UpdateRequest(
        UUID attemptId,
        Optional<UUID> repoId,
        Optional<String> targetBranch,
        UpdateStrategy strategy,
        boolean resolve) {
      this(attemptId, repoId, targetBranch, strategy, resolve, false);
    }
  }

  /**
   * An attempt that has the news of its targets, or the files that are in the way.
   *
   * @param keptRefs keep the work as it was before
   * @param executionProcessId the agent that resolves conflicts, if one does
   */
  public record UpdatedAttempt(
      UUID attemptId,
      List<UpdatedRepo> updates,
      List<String> keptRefs,
      Optional<UUID> executionProcessId) {
    public UpdatedAttempt {
      updates = List.copyOf(updates);
      keptRefs = List.copyOf(keptRefs);
    }

    /**
     * What happened in one repository.
     *
     * @param commit where the attempt's branch now stands; empty if it was not brought up to date
     * @param commits how many commits of the target were news
     */
    public record UpdatedRepo(
        UUID repoId,
        String repoName,
        String targetBranch,
        Optional<String> commit,
        int commits,
        List<String> conflicts) {
      public UpdatedRepo {
        conflicts = List.copyOf(conflicts);
      }
    }
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final AttemptWork work;
  private final WorkspaceChanges changes;
  private final AttemptMerges earlierMerges;
  private final Updates updates;
  private final ConflictTurns conflictTurns;
  private final Clock clock;

  public AttemptUpdates(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      AttemptWork work,
      WorkspaceChanges changes,
      AttemptMerges earlierMerges,
      Updates updates,
      ConflictTurns conflictTurns,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.work = work;
    this.changes = changes;
    this.earlierMerges = earlierMerges;
    this.updates = updates;
    this.conflictTurns = conflictTurns;
    this.clock = clock;
  }

  /** All repositories or none; refused while the attempt runs. */
  public UpdatedAttempt update(UpdateRequest request) {
    request.targetBranch().ifPresent(branch -> RequiredText.line("target_branch", branch));
    var attempt = store.read(tables -> CallSubject.attemptOf(node, tables, request.attemptId()));
    workspaces.refresh(attempt);
    CallSubject.refuseUnlessAtRest(attempt);
    var updated =
        UninterruptedWork.call(
            () -> workspaces.update(attempt.id(), () -> update(request, attempt)));
    var problem = workspaces.bringHome(attempt);
    LOG.debug("Updated attempt {} was brought home; problem: {}", attempt.id(), problem);
    return updated;
  }

  private UpdatedAttempt update(UpdateRequest request, Attempt attempt) {
    earlierMerges.finishEarlier(attempt);
    var workspace = work.workspace(attempt.id());
    var before = new ArrayList<>(keptRefs(workspace));
    before.removeAll(finishEarlier(attempt, workspace));
    workspaces.followMerges(attempt);
    var trial = updates.plan(workspace, sources(request, workspace, true), request.strategy());
    if (trial.hasConflicts() && !request.resolve()) {
      // why looked at again: what was tried may be another target, or another way
      earlierMerges.lookAgain(attempt, workspace);
      return answer(trial, newRefs(workspace, before), Optional.empty());
    }
    changes.requireCommit(attempt);
    // why a merge: a rebase may stop at each commit, and each stop would be a turn of the agent
    var strategy = trial.hasConflicts() ? UpdateStrategy.MERGE : request.strategy();
    var plan = updates.plan(workspace, sources(request, workspace, false), strategy);
    if (plan.hasConflicts() && !request.resolve()) {
      return answer(plan, newRefs(workspace, before), Optional.empty());
    }
    var conflicts = plan.repos().stream().filter(RepoUpdate::hasConflicts).toList();
    requireRoom(workspace, conflicts);
    move(attempt, plan.fitting());
    var process =
        conflicts.isEmpty()
            ? Optional.<UUID>empty()
            : Optional.of(conflictTurns.start(attempt, conflicts, request.overBudget()));
    return answer(plan, newRefs(workspace, before), process);
  }

  private void requireRoom(Workspace workspace, List<RepoUpdate> conflicts) {
    try {
      conflictTurns.requireRoom(workspace, conflicts);
    } catch (ToolFailure failure) {
      throw named(failure);
    }
  }

  private List<String> keptRefs(Workspace workspace) {
    return workspaces.listKept(workspace).stream().map(KeptRef::ref).distinct().toList();
  }

  private List<String> newRefs(Workspace workspace, List<String> before) {
    return keptRefs(workspace).stream().filter(ref -> !before.contains(ref)).toList();
  }

  private void move(Attempt attempt, UpdatePlan plan) {
    if (plan.repos().isEmpty()) {
      return;
    }
    store.write(
        tables -> {
          tables.lock("attempt " + attempt.id());
          CallSubject.refuseUnlessAtRest(CallSubject.attempt(tables, attempt.id()));
          tables
              .updates()
              .insert(
                  new UpdateIntent(attempt.id(), StoredUpdate.of(plan).json()), clock.instant());
          return plan;
        });
    finish(attempt, plan);
  }

  /**
   * The repositories that are meant, and their targets.
   *
   * @param isTrial takes the files as they are for the work, so that nothing has to be committed
   */
  private List<Source> sources(UpdateRequest request, Workspace workspace, boolean isTrial) {
    return request
        .repoId()
        .map(repo -> ChosenRepos.only(store, workspace, repo))
        .orElseGet(workspace::repos)
        .stream()
        .map(
            repo ->
                new Source(
                    repo,
                    request.targetBranch().orElse(repo.targetBranch()),
                    isTrial ? workspaces.snapshot(workspace, repo) : Optional.empty()))
        .toList();
  }

  /** Without an agent that goes on, one conflict means that nothing was done anywhere. */
  private UpdatedAttempt answer(UpdatePlan plan, List<String> kept, Optional<UUID> process) {
    var repos = store.read(tables -> tables.attempts().listRepos(plan.attempt()));
    return new UpdatedAttempt(
        plan.attempt(),
        plan.repos().stream()
            .map(
                update ->
                    new UpdatedAttempt.UpdatedRepo(
                        repos.stream()
                            .filter(repo -> repo.repoName().equals(update.repoName()))
                            .map(AttemptRepo::repoId)
                            .findFirst()
                            .orElseThrow(),
                        update.repoName(),
                        update.targetBranch(),
                        update.hasConflicts() || (plan.hasConflicts() && process.isEmpty())
                            ? Optional.empty()
                            : Optional.of(update.branchCommit()),
                        update.commits(),
                        update.conflicts()))
            .toList(),
        kept,
        process);
  }

  private void finish(Attempt attempt, UpdatePlan plan) {
    try {
      apply(attempt, plan);
    } catch (ToolFailure | GitException e) {
      // why: if this fails too, the intent stays, and the next caller finishes it
      updates.undo(plan);
      store.write(
          tables -> {
            tables.updates().delete(attempt.id());
            return attempt;
          });
      throw e instanceof ToolFailure failure ? named(failure) : e;
    }
  }

  private void apply(Attempt attempt, UpdatePlan plan) {
    switch (updates.apply(plan)) {
      case MergeOutcome.Merged merged -> {
        merged.stale().forEach(path -> LOG.warn("Checkout {} was changed meanwhile", path));
        store.write(
            tables -> {
              tables
                  .updates()
                  .finish(
                      attempt.id(), plan.repos().stream().map(AttemptUpdates::newTarget).toList());
              return attempt;
            });
      }
      case MergeOutcome.Overtaken overtaken ->
          throw new ToolFailure(
              FailureCode.BUSY,
              "%s in %s was moved by somebody else meanwhile; nothing was updated"
                  .formatted(overtaken.ref(), overtaken.repoName()),
              "Call update_attempt again: it then works with what is there now");
    }
  }

  private static NewTarget newTarget(RepoUpdate update) {
    return new NewTarget(update.repoName(), update.targetBranch(), update.targetCommit());
  }

  /** What is in the way of a merge is in the way of an update too; the next step is another. */
  private static ToolFailure named(ToolFailure failure) {
    return new ToolFailure(
        failure.code(),
        String.valueOf(failure.getMessage()).replace("Merging would", "The update would"),
        failure.hint().replace("merge_attempt", "update_attempt"),
        failure.details());
  }

  /**
   * An update that was cut short, and a merge that was resolved in the workspace, come to their end
   * before another one begins.
   *
   * @return the refs that keep what was given up, also if it was kept before
   */
  private List<String> finishEarlier(Attempt attempt, Workspace workspace) {
    var earlier =
        store
            .read(tables -> tables.updates().find(attempt.id()))
            .map(UpdateIntent::plan)
            .map(StoredUpdate::read);
    earlier.flatMap(StoredUpdate::move).ifPresent(plan -> finish(attempt, plan));
    var resolution = earlier.flatMap(StoredUpdate::resolution);
    if (changes.isResolved(attempt)) {
      changes.requireCommit(attempt);
      return List.of();
    }
    if (resolution.isEmpty()) {
      return List.of();
    }
    var work =
        workspace.repos().stream()
            .flatMap(repo -> workspaces.snapshot(workspace, repo).stream())
            .toList();
    conflictTurns.giveUp(attempt, workspace, resolution.get());
    return workspaces.listKept(workspace).stream()
        .filter(kept -> work.contains(kept.commit()))
        .map(KeptRef::ref)
        .toList();
  }

  /** Finishes or undoes updates that a crash cut short; what cannot be is left for later. */
  public void recover() {
    for (var intent : store.read(tables -> tables.updates().list())) {
      try {
        var attempt = store.read(tables -> CallSubject.attempt(tables, intent.attemptId()));
        var plan = StoredUpdate.read(intent.plan()).move();
        if (node.has(attempt) && plan.isPresent()) {
          finish(attempt, plan.get());
          LOG.info("An update that was cut short is finished: {}", attempt.id());
        }
      } catch (RuntimeException e) {
        LOG.warn("An update that was cut short is not finished: {}", intent.attemptId(), e);
      }
    }
  }
}
