package dev.baton.orchestrator.shipping;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.merge.MergePreview;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.merge.Merges.MergePlan;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.shipping.AttemptMerges.MergedAttempt.RepoMerge;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.MergeTable.MergeIntent;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.workspace.Workspace;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Merges the work of attempts. Thread safe. */
public final class AttemptMerges {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptMerges.class);
  private static final int MOST_TRIES = 20;

  /**
   * An attempt to merge.
   *
   * @param repoId only this repository; all of them if empty
   * @param message of the commit; the task's title and description if empty
   * @param force true also merges what a turn that failed has left
   */
  public record MergeRequest(
      UUID attemptId,
      Optional<UUID> repoId,
      MergeStrategy strategy,
      Optional<String> message,
      boolean force) {}

  /** An attempt whose work is in the target branches. */
  public record MergedAttempt(UUID attemptId, List<RepoMerge> merges, BoardTaskStatus taskStatus) {
    public MergedAttempt {
      merges = List.copyOf(merges);
    }

    /**
     * What happened in one repository.
     *
     * @param commit where the target branch now stands
     */
    public record RepoMerge(UUID repoId, String repoName, String targetBranch, String commit) {}
  }

  /** A branch moved between the plan and its application. */
  private static final class OvertakenMerge extends ToolFailure {
    OvertakenMerge(MergeOutcome.Overtaken overtaken) {
      super(
          FailureCode.BUSY,
          "%s in %s was moved by somebody else meanwhile; %s"
              .formatted(overtaken.ref(), overtaken.repoName(), left(overtaken.notUndone())),
          "Call merge_attempt again: it then merges into what is there now");
    }

    private static String left(List<String> repoNames) {
      return repoNames.isEmpty()
          ? "nothing was merged"
          : "what was merged into %s before stays, because others built upon it"
              .formatted(String.join(", ", repoNames));
    }
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final DeliveredWork delivered;
  private final Merges merges;
  private final ConflictWatch conflicts;
  private final Clock clock;

  public AttemptMerges(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      DeliveredWork delivered,
      Merges merges,
      ConflictWatch conflicts,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.delivered = delivered;
    this.merges = merges;
    this.conflicts = conflicts;
    this.clock = clock;
  }

  /** What was merged of a task, newest first; also of attempts that were deleted since. */
  public List<DoneMerge> listDone(UUID taskId) {
    return store.read(tables -> tables.merges().listDone(taskId));
  }

  /** What a merge would meet as things are now, for each repository. */
  public List<MergePreview> preview(UUID attemptId) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    delivered.requireHere(attempt);
    return conflicts.preview(attempt, delivered.load(attempt));
  }

  /** Notes what a merge would meet as things are now. */
  void lookAgain(Attempt attempt, Workspace workspace) {
    var ignored = conflicts.preview(attempt, workspace);
  }

  public MergedAttempt merge(MergeRequest request) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, request.attemptId()));
    delivered.requireHere(attempt);
    store.read(tables -> requireFinished(tables, request, attempt));
    // why: who is cut short in a commit or between two repositories would leave half a merge
    return UninterruptedWork.call(
        () -> workspaces.merge(attempt.id(), () -> merge(request, attempt)));
  }

  private MergedAttempt merge(MergeRequest request, Attempt attempt) {
    finishEarlier(attempt);
    var workspace = delivered.loadCommitted(attempt);
    delivered.commit(attempt);
    var merged = mergeInTurn(request, attempt, workspace);
    delivered.tellMerged(attempt);
    return merged;
  }

  private MergedAttempt mergeInTurn(MergeRequest request, Attempt attempt, Workspace workspace) {
    var task = store.read(tables -> tables.boardTasks().find(attempt.taskId())).orElseThrow();
    for (int tries = 1; tries < MOST_TRIES; tries++) {
      try {
        return merge(request, attempt, workspace, task);
      } catch (OvertakenMerge e) {
        // why again: another merge came first, and this one fits behind it more often than not
        LOG.debug("Merge {} of attempt {} came too late", tries, attempt.id(), e);
      }
    }
    return merge(request, attempt, workspace, task);
  }

  private MergedAttempt merge(
      MergeRequest request, Attempt attempt, Workspace workspace, BoardTask task) {
    var plan = plan(request, attempt, workspace, task);
    store.write(
        tables -> {
          tables.lock("attempt " + attempt.id());
          requireFinished(tables, request, CallSubject.attempt(tables, attempt.id()));
          tables
              .merges()
              .insert(
                  new MergeIntent(attempt.id(), Json.MAPPER.writeValueAsString(plan)),
                  clock.instant());
          return plan;
        });
    return finish(attempt, plan);
  }

  private MergePlan plan(
      MergeRequest request, Attempt attempt, Workspace workspace, BoardTask task) {
    try {
      return merges.plan(
          workspace,
          request
              .repoId()
              .map(repo -> ChosenRepos.only(store, workspace, repo))
              .orElseGet(workspace::repos),
          request.strategy(),
          request.message().filter(text -> !text.isBlank()).orElseGet(task::promptText),
          !node.has(attempt));
    } catch (ToolFailure failure) {
      if (failure.code().equals(BoardFailureCode.GIT_CONFLICT)) {
        lookAgain(attempt, workspace);
      }
      throw failure;
    }
  }

  private MergedAttempt finish(Attempt attempt, MergePlan plan) {
    try {
      return apply(attempt, plan);
    } catch (ToolFailure | GitException e) {
      // why: if this fails too, the intent stays, and the next caller finishes it
      var ignored = merges.undo(plan);
      forget(attempt);
      throw e;
    }
  }

  /** A merge that was cut short comes to its end before another one begins, if it was here. */
  void finishEarlier(Attempt attempt) {
    if (!delivered.isHere(attempt)) {
      return;
    }
    store.read(tables -> tables.merges().list()).stream()
        .filter(intent -> intent.attemptId().equals(attempt.id()))
        .forEach(intent -> LOG.info("Merged before: {}", finish(attempt, plan(intent))));
  }

  private static MergePlan plan(MergeIntent intent) {
    return Json.MAPPER.readValue(intent.plan(), MergePlan.class);
  }

  private MergedAttempt apply(Attempt attempt, MergePlan plan) {
    return switch (merges.apply(plan)) {
      case MergeOutcome.Merged merged -> {
        merged.stale().forEach(path -> LOG.warn("Checkout {} was changed meanwhile", path));
        if (!node.has(attempt)) {
          // why before it is told: if this fails, the merge is undone, and nobody has heard of it
          workspaces.settleMerged(attempt, tips(plan));
        }
        var done =
            store.write(
                tables -> {
                  tables.merges().delete(attempt.id());
                  return merged(tables, attempt, plan);
                });
        conflicts.lookSoon();
        yield done;
      }
      case MergeOutcome.Overtaken overtaken -> throw new OvertakenMerge(overtaken);
    };
  }

  private static Map<String, String> tips(MergePlan plan) {
    return plan.repos().stream()
        .collect(
            Collectors.toMap(
                dev.baton.orchestrator.merge.RepoMerge::repoName,
                dev.baton.orchestrator.merge.RepoMerge::branchOld));
  }

  private void forget(Attempt attempt) {
    store.write(
        tables -> {
          tables.merges().delete(attempt.id());
          return attempt;
        });
  }

  private MergedAttempt merged(Tables tables, Attempt attempt, MergePlan plan) {
    var repos = tables.attempts().listRepos(attempt.id());
    var merges = new ArrayList<RepoMerge>();
    for (var merge : plan.repos()) {
      var repo =
          repos.stream()
              .filter(each -> each.repoName().equals(merge.repoName()))
              .findFirst()
              .orElseThrow();
      merges.add(
          new RepoMerge(repo.repoId(), repo.repoName(), repo.targetBranch(), merge.newCommit()));
      if (merge.moves()) {
        tables.merges().note(attempt.taskId(), done(attempt, repo, merge));
      }
    }
    var told = Json.array();
    merges.forEach(
        merge ->
            told.addObject()
                .put("repo_name", merge.repoName())
                .put("target_branch", merge.targetBranch())
                .put("commit", merge.commit()));
    tables
        .events()
        .ofAttempt(EventName.MERGE_DONE, attempt.id(), Json.object().set("merges", told));
    if (merges.size() == repos.size()) {
      tables.line().withdraw(attempt.taskId(), clock.instant());
      tables.boardTasks().setStatus(attempt.taskId(), BoardTaskStatus.DONE, clock.instant());
    }
    var status =
        tables
            .boardTasks()
            .find(attempt.taskId())
            .map(BoardTask::status)
            .orElse(BoardTaskStatus.DONE);
    return new MergedAttempt(attempt.id(), merges, status);
  }

  private DoneMerge done(
      Attempt attempt, AttemptRepo repo, dev.baton.orchestrator.merge.RepoMerge merge) {
    return new DoneMerge(
        attempt.id(),
        repo.repoId(),
        repo.repoName(),
        merge.targetBranch(),
        merge.oldCommit(),
        merge.newCommit(),
        clock.instant(),
        true);
  }

  /** Finishes or undoes merges that a crash cut short; what cannot be is left for later. */
  public void recover() {
    for (var intent : store.read(tables -> tables.merges().list())) {
      try {
        var attempt = store.read(tables -> CallSubject.attempt(tables, intent.attemptId()));
        if (delivered.isHere(attempt)) {
          LOG.info("A merge that was cut short is finished: {}", finish(attempt, plan(intent)));
        }
      } catch (RuntimeException e) {
        LOG.warn("A merge that was cut short is not finished: {}", intent.attemptId(), e);
      }
    }
  }

  private static Attempt requireFinished(Tables tables, MergeRequest request, Attempt attempt) {
    CallSubject.refuseBusy(attempt);
    var failure = attempt.state().failureSummary();
    if (failure.isPresent() && !request.force()) {
      var isLost = tables.sessions().findLatest(attempt.id()).filter(AgentSession::isLost);
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_FAILED,
          "The last turn of attempt %s failed, so its work is not merged: %s"
              .formatted(attempt.id(), failure.get()),
          "Call follow_up with action send%s and what is left to do in prompt, and merge_attempt when"
                  .formatted(isLost.map(_ -> ", variant NO_CONTEXT").orElse(""))
              + " get_attempt_status says completed; only if the user wants the work as it is,"
              + " repeat merge_attempt with force true",
          Map.of("attempt_id", attempt.id(), "failure_summary", failure.get()));
    }
    return attempt;
  }
}
