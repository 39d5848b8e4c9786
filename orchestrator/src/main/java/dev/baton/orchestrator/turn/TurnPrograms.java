package dev.baton.orchestrator.turn;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.git.UnreachableSourceException;
import dev.baton.orchestrator.ingest.InputLines;
import dev.baton.orchestrator.ingest.OutputReadings;
import dev.baton.orchestrator.ingest.ProcessEnding;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the programs of turns, each from its start, or from what hinders the start, to its end.
 * Thread safe.
 */
public final class TurnPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(TurnPrograms.class);

  private final Store store;
  private final Programs programs;
  private final ProgramDirectories directories;
  private final WorkspaceChanges changes;
  private final TurnPoints points;
  private final InputLines inputs;
  private final StartWatches watches;
  private final Clock clock;

  public TurnPrograms(
      Store store,
      Programs programs,
      ProgramDirectories directories,
      WorkspaceChanges changes,
      TurnPoints points,
      InputLines inputs,
      StartWatches watches,
      Clock clock) {
    this.store = store;
    this.programs = programs;
    this.directories = directories;
    this.changes = changes;
    this.points = points;
    this.inputs = inputs;
    this.watches = watches;
    this.clock = clock;
  }

  /** Returns when the program has ended and its output is stored, or it could not be started. */
  void run(TurnSituation now, ProcessDetail process) throws InterruptedException {
    if (!start(now, process)) {
      return;
    }
    var ended = programs.read(process, now.claim());
    watches.started(now.turn().id());
    inputs.deliver(process.process(), now.claim());
    await(ended);
    inputs.forget(process.id());
  }

  /** False if the program could not be started; that is noted then. */
  private boolean start(TurnSituation now, ProcessDetail process) throws InterruptedException {
    try {
      // why: one that runs needs no workspace any more, and repositories may be gone by now
      if (!programs.isStarted(process.process())) {
        launch(now, process);
      }
    } catch (StorageException | StaleClaimException | UnreachableSourceException e) {
      // why: it may have been started, which can be seen when the store is back; and who has the
      // repositories may be back soon
      throw e;
    } catch (IOException | RuntimeException e) {
      refuseIfStopping(e);
      if (abandon(now, process, e)) {
        watches.failing(now.turn().id(), e);
        return false;
      }
    }
    if (directories.of(process.process()).isAbandoned()) {
      noteNeverStarted(now, process);
      return false;
    }
    // why not again: people may have moved the task since
    if (!process.isBegun()) {
      markStarted(now);
    }
    return true;
  }

  private void launch(TurnSituation now, ProcessDetail process)
      throws IOException, InterruptedException {
    if (process.isBegun()) {
      throw new IOException(
          "it has run before, but its directory %s is gone"
              .formatted(directories.of(process.process()).path()));
    }
    programs.start(now.attempt(), process, now.claim(), () -> prepare(now, process));
  }

  /** Notes what the workspace looks like, to see later what the turn changed. */
  private void prepare(TurnSituation now, ProcessDetail process) {
    points.begin(now);
    if (OutputReadings.isAgent(process) && now.chain().needsPrint()) {
      var print = changes.print(now.attempt());
      now.write(store, tables -> tables.turns().setChangesBefore(now.turn().id(), print));
    }
  }

  /** A server that stops has failed at nothing: the next one goes on. */
  private static void refuseIfStopping(Exception reason) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      var stopping = new InterruptedException("The server stops");
      stopping.initCause(reason);
      throw stopping;
    }
  }

  /** A program that could not be started will not start later either; false if it has started. */
  private boolean abandon(TurnSituation now, ProcessDetail process, Exception reason) {
    LOG.warn("Process {} could not be started", process.id(), reason);
    try {
      if (!directories.of(process.process()).abandon()) {
        return false;
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    var ending = new Ending.Lost(clock.instant(), "could not be started: " + reason.getMessage());
    note(now, process, ProcessEnding.lost(ending));
    return true;
  }

  /** Somebody stopped the attempt, or a server gave it up, before the program ran. */
  private void noteNeverStarted(TurnSituation now, ProcessDetail process) {
    var ending = new Ending.Lost(clock.instant(), "the program was never started");
    note(now, process, new ProcessEnding(ending, Optional.empty(), now.findStop(store)));
  }

  private void note(TurnSituation now, ProcessDetail process, ProcessEnding ending) {
    now.write(store, tables -> tables.processes().end(ending.of(process.process())));
  }

  private void markStarted(TurnSituation now) {
    now.write(
        store,
        tables ->
            tables
                .boardTasks()
                .setStatus(now.attempt().taskId(), BoardTaskStatus.IN_PROGRESS, clock.instant()));
  }

  private static void await(Future<Void> ended) throws InterruptedException {
    try {
      ended.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
