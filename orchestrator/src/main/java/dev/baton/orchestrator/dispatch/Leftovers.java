package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.Stopper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what programs leave running when they end: it would go on changing a workspace that is being
 * committed, merged or removed. Thread safe.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private final RunDirectories directories;
  private final Stopper stopper;

  Leftovers(RunDirectories directories, Stopper stopper) {
    this.directories = directories;
    this.stopper = stopper;
  }

  /** Lets a program start no more, or ends it; nobody notes how it ended. */
  void abandon(ExecutionProcess process) throws InterruptedException {
    try {
      if (!directories.of(process).abandon()) {
        end(process);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Process %s cannot be stopped".formatted(process.id()), e);
    }
  }

  /** Returns when nothing is left of a program that has ended. */
  void end(ExecutionProcess process) throws InterruptedException {
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
}
