package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.TargetConflict;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.merge.MergePreview;
import dev.baton.orchestrator.merge.MergePreviews;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.turn.WorkspaceChanges;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether work in review fits its target branches, for those who look at the board. Thread
 * safe; git merges nothing again before a branch has moved.
 */
public final class ConflictWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ConflictWatch.class);
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** How many attempts of a board are watched; those that rest longest are left out. */
  private static final int MOST = 200;

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final WorkspaceChanges changes;
  private final MergePreviews previews;
  private final Clock clock;
  private final AtomicReference<Instant> next = new AtomicReference<>(Instant.MIN);

  /** Where everything was at the last look, known to the one thread that looks. */
  private final Map<UUID, String> seen = new HashMap<>();

  public ConflictWatch(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      WorkspaceChanges changes,
      MergePreviews previews,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.changes = changes;
    this.previews = previews;
    this.clock = clock;
  }

  /** What a merge would meet as things are now, for each repository. */
  List<MergePreview> preview(Attempt attempt, Workspace workspace) {
    var found = previews.list(workspace, isWhole(attempt));
    note(
        attempt,
        found.stream()
            .filter(preview -> !preview.conflicts().isEmpty())
            .map(MergePreview::targetBranch)
            .findFirst()
            .map(
                target ->
                    new TargetConflict(
                        target, found.stream().mapToLong(it -> it.conflicts().size()).sum())));
    return found;
  }

  /** True if a merge would commit what is not committed first. */
  private boolean isWhole(Attempt attempt) {
    return !attempt.isRunning() && !changes.isUnresolved(attempt);
  }

  private void note(Attempt attempt, Optional<TargetConflict> found) {
    if (found.equals(attempt.conflict())) {
      return;
    }
    store.write(
        tables -> {
          var isSame =
              tables
                  .attempts()
                  .find(attempt.id())
                  .filter(now -> now.updatedAt().equals(attempt.updatedAt()))
                  .isPresent();
          // why: what was found says nothing about work that has changed meanwhile
          if (isSame) {
            found.ifPresentOrElse(
                conflict -> tables.updates().setConflict(attempt, conflict, clock.instant()),
                () -> tables.updates().clearConflict(attempt));
          }
          return attempt;
        });
  }

  /** A target branch has moved. */
  void lookSoon() {
    next.set(Instant.MIN);
  }

  /** To be called often; looks when a branch was moved by us, and from time to time. */
  public void lookAround() {
    var now = clock.instant();
    var due = next.get();
    // why: clocks are set back, and then the next time lies too far in the future
    if (now.isBefore(due) && !due.isAfter(now.plus(INTERVAL))) {
      return;
    }
    next.compareAndSet(due, now.plus(INTERVAL));
    var resting = store.read(tables -> tables.needs().listInReview(MOST));
    seen.keySet().retainAll(resting.stream().map(Attempt::id).toList());
    for (var attempt : resting) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      try {
        look(attempt);
      } catch (ToolFailure | GitException | UncheckedIOException e) {
        // why not a failure: the repository may be gone, and others are to be looked at too
        LOG.debug("Attempt {} was not compared with its target", attempt.id(), e);
      }
    }
  }

  private void look(Attempt attempt) {
    var workspace = find(attempt);
    if (workspace.isEmpty()) {
      return;
    }
    // why: who merges by hand in the workspace moves no branch before it is committed
    var isResolved =
        attempt.conflict().isPresent() && node.has(attempt) && changes.isResolved(attempt);
    // why not the branch: a stand-in has it only after a merge was tried, and as it was then
    var work =
        node.has(attempt)
            ? Branch.ref(workspace.get().branch())
            : AttemptRefs.homeBranch(attempt.id());
    var place =
        "%s %s %s"
            .formatted(
                attempt.updatedAt(), previews.findBranches(workspace.get(), work), isResolved);
    if (place.equals(seen.get(attempt.id()))) {
      return;
    }
    var counts =
        previews.countConflicts(workspace.get(), work, node.has(attempt) && isWhole(attempt));
    note(
        attempt,
        counts.keySet().stream()
            .findFirst()
            .map(
                target ->
                    new TargetConflict(
                        target, counts.values().stream().mapToLong(Long::longValue).sum())));
    seen.put(attempt.id(), place);
  }

  /** The workspace, or what came home of it; empty if another node has the repositories. */
  private Optional<Workspace> find(Attempt attempt) {
    if (!node.has(attempt)) {
      return workspaces.describeStandIn(attempt);
    }
    workspaces.refuseAwayFromHome(attempt);
    return Optional.of(workspaces.describe(attempt));
  }
}
