package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.process.Stopper;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptStops.StopReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what programs leave running when they end: it would go on changing a workspace that is being
 * committed, merged or removed. Thread safe.
 */
public final class StrayPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(StrayPrograms.class);

  private final Store store;
  private final ProgramDirectories directories;
  private final Stopper stopper;

  public StrayPrograms(Store store, ProgramDirectories directories, Stopper stopper) {
    this.store = store;
    this.directories = directories;
    this.stopper = stopper;
  }

  /** Lets a program start no more, or ends it; nobody notes how it ended. */
  public void abandon(ExecutionProcess process) throws InterruptedException {
    try {
      if (!directories.of(process).abandon()) {
        stop(process);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Process %s cannot be stopped".formatted(process.id()), e);
    }
  }

  /** Returns when nothing is left of a program that has ended, and its output is in the store. */
  void end(ExecutionProcess process) throws InterruptedException {
    stop(process);
    try {
      directories.delete(process);
    } catch (IOException e) {
      LOG.warn("The files of process {} stay until its attempt is deleted", process.id(), e);
    }
  }

  private void stop(ExecutionProcess process) throws InterruptedException {
    try {
      int ended = stopper.endLeftovers(process.id(), directories.of(process));
      if (ended > 0) {
        LOG.info("Process {} left {} others running; they were stopped", process.id(), ended);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "What process %s left running cannot be stopped".formatted(process.id()), e);
    }
  }

  /**
   * Ends what programs of an attempt left that cut every tie to them, and still works in the
   * workspace. Dev servers stay.
   */
  public StopReport endStrays(UUID attemptId) throws InterruptedException {
    var attempt = store.read(tables -> tables.attempts().find(attemptId));
    if (attempt.isEmpty()) {
      return new StopReport(0, List.of());
    }
    var processes =
        store.read(tables -> tables.processes().list(attemptId)).stream()
            .map(ProcessDetail::process)
            .toList();
    Predicate<ExecutionProcess> isDevServer =
        process -> process.reason() == ProcessReason.DEV_SERVER;
    try {
      var outcome =
          stopper.endStrays(
              attempt.get().root(),
              attempt.get().createdAt(),
              processes.stream().filter(isDevServer.negate()).map(directories::of).toList(),
              processes.stream().filter(isDevServer).map(directories::of).toList());
      if (outcome.ended() > 0) {
        LOG.info("{} processes that left attempt {} were stopped", outcome.ended(), attemptId);
      }
      return new StopReport(outcome.ended(), outcome.survivors());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "What attempt %s left running cannot be stopped".formatted(attemptId), e);
    }
  }
}
