package dev.baton.orchestrator.shipping;

import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.TurnPrompt;
import dev.baton.orchestrator.followup.FollowUps;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.review.UpdateTable.UpdateIntent;
import dev.baton.orchestrator.update.Resolution;
import dev.baton.orchestrator.update.Resolution.RepoResolution;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.update.StoredUpdate;
import dev.baton.orchestrator.update.UpdatePlan.RepoUpdate;
import dev.baton.orchestrator.workspace.Workspace;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Has agents resolve conflicts with target branches, one turn for all of them. Thread safe. */
public final class ConflictTurns {
  private final Store store;
  private final Resolutions resolutions;
  private final FollowUps followUps;
  private final Clock clock;

  public ConflictTurns(Store store, Resolutions resolutions, FollowUps followUps, Clock clock) {
    this.store = store;
    this.resolutions = resolutions;
    this.followUps = followUps;
    this.clock = clock;
  }

  /** Fails if the conflicts cannot be left in the worktrees without losing files. */
  void requireRoom(Workspace workspace, List<RepoUpdate> conflicts) {
    resolutions.requireRoom(workspace, resolution(conflicts));
  }

  private static Resolution resolution(List<RepoUpdate> conflicts) {
    return new Resolution(
        conflicts.stream()
            .map(
                update ->
                    new RepoResolution(
                        update.repoName(),
                        update.targetBranch(),
                        update.targetCommit(),
                        update.branchCommit()))
            .toList());
  }

  /**
   * Returns when the agent runs. Its driver leaves the conflict in the worktree before, and commits
   * the merge afterwards.
   */
  UUID start(Attempt attempt, List<RepoUpdate> conflicts, boolean overBudget) {
    var stored = StoredUpdate.of(resolution(conflicts)).json();
    return followUps
        .begin(
            "update_attempt",
            attempt.id(),
            new TurnPrompt(promptText(conflicts), variant(attempt))
                .resolving(stored)
                .pastBudget(overBudget),
            tables ->
                tables.updates().insert(new UpdateIntent(attempt.id(), stored), clock.instant()))
        .executionProcessId();
  }

  private Optional<String> variant(Attempt attempt) {
    return store
        .read(tables -> tables.sessions().findLatest(attempt.id()))
        .filter(AgentSession::isLost)
        .map(_ -> "NO_CONTEXT");
  }

  private static String promptText(List<RepoUpdate> conflicts) {
    var branches =
        conflicts.stream()
            .map(update -> "'%s'".formatted(update.targetBranch()))
            .distinct()
            .collect(Collectors.joining(", "));
    var files =
        conflicts.stream()
            .flatMap(update -> update.conflicts().stream())
            .map("- %s"::formatted)
            .collect(Collectors.joining("\n"));
    return """
        Branch %s is being merged into this work, and these files are in conflict:
        %s

        Edit each of them so that it has what both sides mean, and no line with a conflict mark \
        (<<<<<<<, =======, >>>>>>>) is left. A file without marks is binary, or one side deleted it: \
        write it anew or delete it. \
        If a directory has its place now, it lies beside, with ~HEAD or ~ and a commit behind its \
        name: move or delete it. \
        Change nothing else, and do not run git commit, git merge, git rebase or git reset: the \
        merge is committed for you when no conflict mark is left."""
        .formatted(branches, files);
  }

  /** Takes back a resolution that nobody finished; what is in the files is kept. */
  void giveUp(Attempt attempt, Workspace workspace, Resolution resolution) {
    resolutions.giveUp(workspace, resolution);
    store.write(
        tables -> {
          tables.updates().delete(attempt.id());
          return attempt;
        });
  }
}
