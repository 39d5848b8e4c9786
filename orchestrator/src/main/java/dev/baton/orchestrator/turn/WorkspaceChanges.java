package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.changes.ChangeReader;
import dev.baton.orchestrator.changes.Commits;
import dev.baton.orchestrator.changes.Commits.CommitResult;
import dev.baton.orchestrator.changes.OwnBranch;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.store.review.UpdateTable.NewTarget;
import dev.baton.orchestrator.store.review.UpdateTable.UpdateIntent;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.update.Resolution;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.update.StoredUpdate;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at what agents did to their workspaces, and commits what they left. Thread safe. */
public final class WorkspaceChanges {
  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceChanges.class);

  private final AttemptWorkspaces workspaces;
  private final ChangeReader changes;
  private final Commits commits;
  private final Resolutions resolutions;

  /**
   * Why work cannot be committed.
   *
   * @param files those that are in the way; empty if it is none of them
   */
  private record Hindrance(String reason, List<String> files) {
    private Hindrance {
      files = List.copyOf(files);
    }

    Map<String, ?> details(Attempt attempt) {
      return files.isEmpty()
          ? Map.of("attempt_id", attempt.id())
          : Map.of("attempt_id", attempt.id(), "files", files);
    }
  }

  private final Store store;
  private final Clock clock;

  public WorkspaceChanges(
      AttemptWorkspaces workspaces,
      ChangeReader changes,
      Commits commits,
      Resolutions resolutions,
      Store store,
      Clock clock) {
    this.store = store;
    this.clock = clock;
    this.workspaces = workspaces;
    this.changes = changes;
    this.commits = commits;
    this.resolutions = resolutions;
  }

  /** Says all changes as a text, which is another when any file is. */
  String print(Attempt attempt) {
    return changes.read(workspaces.describe(attempt), true).toString();
  }

  /** How much differs from the target branches; empty if nobody can tell. */
  public Optional<LineCounts> count(Attempt attempt) {
    try {
      var found = changes.read(workspaces.describe(attempt), true);
      return found.blocked().isPresent()
          ? Optional.empty()
          : Optional.of(new LineCounts(found.summary().added(), found.summary().deleted()));
    } catch (ToolFailure | GitException | UncheckedIOException e) {
      // why not a failure: the repository may be gone, and the turn must come to its end
      LOG.debug("The changes of attempt {} were not counted", attempt.id(), e);
      return Optional.empty();
    }
  }

  /**
   * Commits everything that is not committed, under the title of the task, or refuses. What is on
   * another branch than the attempt's is left as it is.
   */
  public void requireCommit(Attempt attempt) {
    var workspace = workspaces.describe(attempt);
    workspace.repos().forEach(repo -> OwnBranch.require(workspace, repo));
    var task =
        store
            .read(tables -> tables.boardTasks().find(attempt.taskId()))
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.NOT_FOUND,
                        "Task %s was deleted meanwhile".formatted(attempt.taskId()),
                        "Call list_tasks to see which tasks there are"));
    commit(attempt, task.title(), _ -> {})
        .ifPresent(
            hindrance -> {
              throw new ToolFailure(
                  BoardFailureCode.GIT_CONFLICT,
                  "Git did not accept the uncommitted work of attempt %s: %s"
                      .formatted(attempt.id(), hindrance.reason()),
                  "Call follow_up with action send%s and what git said in prompt, so that the agent"
                          .formatted(isSessionLost(attempt) ? ", variant NO_CONTEXT" : "")
                      + " fixes it, then repeat the call",
                  hindrance.details(attempt));
            });
  }

  private boolean isSessionLost(Attempt attempt) {
    return store
        .read(tables -> tables.sessions().findLatest(attempt.id()))
        .filter(AgentSession::isLost)
        .isPresent();
  }

  /**
   * Commits everything that is not committed, in all worktrees, for whoever drives the attempt;
   * what did not run at it is said in the log of the attempt.
   *
   * @return why the first one refused, with its name
   */
  Optional<String> commit(Attempt attempt, String message, Claim claim) {
    return commit(attempt, message, claim::check).map(Hindrance::reason);
  }

  private Optional<Hindrance> commit(Attempt attempt, String message, Consumer<Tables> check) {
    var workspace = workspaces.describe(attempt);
    var resolution = findResolution(attempt);
    var unresolved = findUnresolved(workspace, resolution);
    if (unresolved.isPresent()) {
      return unresolved;
    }
    for (var repo : workspace.repos()) {
      var words =
          resolution.flatMap(conflict -> conflict.message(workspace, repo.name())).orElse(message);
      if (commits.commit(workspace, repo, words, told -> say(attempt, told, check))
          instanceof CommitResult.Refused refused) {
        return Optional.of(
            new Hindrance("%s: %s".formatted(repo.name(), refused.reason()), List.of()));
      }
    }
    return resolution
        .flatMap(conflict -> finish(attempt, workspace, conflict, check))
        .map(reason -> new Hindrance(reason, List.of()));
  }

  /** True if somebody merges in the workspace, and something of it is not decided. */
  public boolean isUnresolved(Attempt attempt) {
    return findUnresolved(workspaces.describe(attempt), findResolution(attempt)).isPresent();
  }

  /** True if somebody merged in the workspace, and has only not committed it. */
  public boolean isResolved(Attempt attempt) {
    return !resolutions.findUnderWay(workspaces.describe(attempt)).repos().isEmpty()
        && !isUnresolved(attempt);
  }

  private Optional<Resolution> findResolution(Attempt attempt) {
    return store
        .read(tables -> tables.updates().find(attempt.id()))
        .map(UpdateIntent::plan)
        .map(StoredUpdate::read)
        .flatMap(StoredUpdate::resolution);
  }

  /** Why a merge cannot be committed, whoever began it; empty if it can, or there is none. */
  private Optional<Hindrance> findUnresolved(Workspace workspace, Optional<Resolution> ours) {
    var merge = ours.orElseGet(() -> resolutions.findUnderWay(workspace));
    var marked = new LinkedHashSet<>(resolutions.listMarked(workspace, merge));
    // why these too: a rebase or a stash leaves marks, and git calls it no merge
    marked.addAll(resolutions.listUnmergedWithMarks(workspace));
    if (!marked.isEmpty()) {
      return Optional.of(
          new Hindrance(
              "conflict marks are left in " + String.join(", ", marked), List.copyOf(marked)));
    }
    var untouched = new ArrayList<>(resolutions.listUntouched(workspace, merge));
    if (ours.isEmpty()) {
      // why: who merges by hand tells git, and who resolves for us is told not to
      untouched.retainAll(resolutions.listUnmerged(workspace, merge));
    }
    if (!untouched.isEmpty()) {
      return Optional.of(
          new Hindrance(
              "nobody decided about %s: change or delete it, or merge by hand to keep it as it is"
                  .formatted(String.join(", ", untouched)),
              untouched));
    }
    var displaced =
        ours.map(conflict -> resolutions.listDisplaced(workspace, conflict)).orElse(List.of());
    return displaced.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Hindrance(
                displaced.stream()
                    .map(
                        file ->
                            "%s is of another kind on each side, so git left one in %s: move or delete that"
                                .formatted(file.name(), file.beside()))
                    .collect(Collectors.joining("; ")),
                displaced.stream().map(file -> file.beside()).toList()));
  }

  /** Notes that an attempt has the targets that were merged into it, or says that it has not. */
  private Optional<String> finish(
      Attempt attempt, Workspace workspace, Resolution resolution, Consumer<Tables> check) {
    var missing = resolutions.listMissing(workspace, resolution);
    store.write(
        tables -> {
          check.accept(tables);
          if (missing.isEmpty()) {
            tables
                .updates()
                .finish(
                    attempt.id(),
                    resolution.repos().stream()
                        .map(
                            repo ->
                                new NewTarget(
                                    repo.repoName(), repo.targetBranch(), repo.targetCommit()))
                        .toList());
          } else {
            tables.updates().delete(attempt.id());
          }
          return attempt;
        });
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the merge of %s was given up; call update_attempt again"
                .formatted(String.join(", ", missing)));
  }

  private void say(Attempt attempt, String words, Consumer<Tables> check) {
    LOG.warn("Attempt {}: {}", attempt.id(), words);
    store.write(
        tables -> {
          check.accept(tables);
          var process = tables.processes().findLatest(attempt.id());
          if (process.isPresent() && tables.attempts().isThere(attempt.id())) {
            var entry = NewEntry.system(process.get().id(), clock.instant(), words);
            tables.logs().addBeside(attempt.id(), LogChannel.NORMALIZED, List.of(entry));
          }
          return process;
        });
  }
}
