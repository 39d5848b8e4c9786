package dev.baton.orchestrator.upkeep;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.workspace.DiskUse;
import dev.baton.orchestrator.workspace.KeptRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Removes what nobody has worked with for long. Work is kept under refs first. Thread safe. */
public final class Pruner {
  /**
   * How long things are kept that nobody works with any more; empty means for ever.
   *
   * @param worktrees of finished tasks, from their last activity
   * @param logs of finished attempts, from their last activity
   * @param interval how often it is looked for what may go; empty means only when somebody asks
   */
  public record Retention(
      Optional<Duration> worktrees, Optional<Duration> logs, Optional<Duration> interval) {
    public static final Retention DEFAULT =
        new Retention(
            Optional.of(Duration.ofDays(3)),
            Optional.of(Duration.ofDays(90)),
            Optional.of(Duration.ofHours(1)));
  }

  /**
   * What was removed because nobody has worked with it for long, or would be.
   *
   * @param isDryRun true if nothing was removed
   * @param failures what should have gone and could not
   */
  public record Pruned(
      boolean isDryRun, List<Worktree> worktrees, List<Log> logs, List<Failure> failures) {
    public Pruned {
      worktrees = List.copyOf(worktrees);
      logs = List.copyOf(logs);
      failures = List.copyOf(failures);
    }

    /**
     * The worktrees of an attempt; its branch stays.
     *
     * @param bytes how large they are
     */
    public record Worktree(UUID attemptId, Path path, long bytes, List<String> keptRefs) {
      public Worktree {
        keptRefs = List.copyOf(keptRefs);
      }
    }

    /** The log of an attempt, in the store and as files. */
    public record Log(UUID attemptId, long entries) {}

    /** Something that could not be removed. */
    public record Failure(UUID attemptId, String reason) {}
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final ProgramDirectories directories;
  private final Retention retention;
  private final Clock clock;

  public Pruner(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      ProgramDirectories directories,
      Retention retention,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.directories = directories;
    this.retention = retention;
    this.clock = clock;
  }

  /** For people, and from time to time. */
  public Pruned prune(boolean isDryRun) {
    var failures = new ArrayList<Pruned.Failure>();
    return new Pruned(isDryRun, worktrees(isDryRun, failures), logs(isDryRun, failures), failures);
  }

  private List<Pruned.Worktree> worktrees(boolean isDryRun, List<Pruned.Failure> failures) {
    var removed = new ArrayList<Pruned.Worktree>();
    for (var attempt : staleWorktrees()) {
      try {
        if (isDryRun) {
          removed.add(
              new Pruned.Worktree(
                  attempt.id(), attempt.root(), DiskUse.of(attempt.root()), List.of()));
        } else {
          shelve(attempt).ifPresent(removed::add);
        }
      } catch (ToolFailure | UncheckedIOException e) {
        failures.add(failure(attempt, e));
      }
    }
    return removed;
  }

  private List<Attempt> staleWorktrees() {
    if (retention.worktrees().isEmpty()) {
      return List.of();
    }
    var before = clock.instant().minus(retention.worktrees().get());
    return store.read(tables -> tables.attempts().listFinishedTasks(before)).stream()
        .filter(node::has)
        // why: its branch stays, so that the store does not know whether its files are there
        .filter(attempt -> Files.exists(attempt.root()))
        .filter(attempt -> isUnused(attempt.id()))
        .toList();
  }

  private Optional<Pruned.Worktree> shelve(Attempt attempt) {
    var bytes = DiskUse.of(attempt.root());
    return workspaces
        .shelve(attempt, () -> isUnused(attempt.id()))
        .map(
            kept ->
                new Pruned.Worktree(
                    attempt.id(),
                    attempt.root(),
                    bytes,
                    kept.stream().map(KeptRef::ref).distinct().toList()));
  }

  private boolean isUnused(UUID attemptId) {
    return store.read(tables -> isUnused(tables, attemptId));
  }

  private static boolean isUnused(Tables tables, UUID attemptId) {
    return tables.attempts().find(attemptId).filter(attempt -> !attempt.isRunning()).isPresent()
        && tables.processes().listDevServers(attemptId).isEmpty();
  }

  private List<Pruned.Log> logs(boolean isDryRun, List<Pruned.Failure> failures) {
    if (retention.logs().isEmpty()) {
      return List.of();
    }
    var before = clock.instant().minus(retention.logs().get());
    var removed = new ArrayList<Pruned.Log>();
    for (var attempt :
        store.read(tables -> tables.attempts().listWithOldLogs(before)).stream()
            .filter(node::has)
            .toList()) {
      try {
        var entries =
            isDryRun ? store.read(tables -> tables.logs().count(attempt.id())) : deleteLog(attempt);
        if (entries > 0) {
          removed.add(new Pruned.Log(attempt.id(), entries));
        }
      } catch (IOException e) {
        failures.add(failure(attempt, e));
      }
    }
    return removed;
  }

  private long deleteLog(Attempt attempt) throws IOException {
    var deleted =
        store.write(
            tables -> {
              tables.lock("attempt " + attempt.id());
              return isUnused(tables, attempt.id()) ? tables.logs().delete(attempt.id()) : 0L;
            });
    if (deleted > 0) {
      directories.delete(attempt.id());
    }
    return deleted;
  }

  private static Pruned.Failure failure(Attempt attempt, Exception reason) {
    return new Pruned.Failure(attempt.id(), String.valueOf(reason.getMessage()));
  }
}
