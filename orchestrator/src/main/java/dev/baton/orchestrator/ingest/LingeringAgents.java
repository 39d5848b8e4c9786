package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.ProgramInspector;
import dev.baton.orchestrator.process.ProgramState;
import dev.baton.orchestrator.process.Stopper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends agents whose turn is over: some stay until they are told to go. Thread safe. */
public final class LingeringAgents {
  private static final Logger LOG = LoggerFactory.getLogger(LingeringAgents.class);

  private final InputLines inputs;
  private final ProgramDirectories directories;
  private final ProgramInspector inspector;
  private final Stopper stopper;
  private final Duration patience;

  public LingeringAgents(
      InputLines inputs,
      ProgramDirectories directories,
      ProgramInspector inspector,
      Stopper stopper,
      Duration patience) {
    this.inputs = inputs;
    this.directories = directories;
    this.inspector = inspector;
    this.stopper = stopper;
    this.patience = patience;
  }

  /** Returns when the program has ended, by itself or not. */
  void stopLingering(ExecutionProcess process, Future<Void> ended) throws InterruptedException {
    inputs.close(process);
    try {
      ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      end(process);
    } catch (ExecutionException e) {
      LOG.debug("Process {} is watched by somebody else", process.id(), e);
    }
  }

  private void end(ExecutionProcess process) throws InterruptedException {
    try {
      if (inspector.inspect(process.id(), directories.of(process))
          instanceof ProgramState.Running running) {
        LOG.info("Process {} did not end after its turn; it is stopped", process.id());
        var ignored = stopper.stop(running.program(), false);
      }
    } catch (IOException e) {
      LOG.warn("Process {} cannot be stopped", process.id(), e);
    }
  }
}
