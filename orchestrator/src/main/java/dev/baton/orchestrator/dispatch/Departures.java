package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.process.RunInspector;
import dev.baton.orchestrator.process.RunState;
import dev.baton.orchestrator.process.Stopper;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees agents off whose turn is over: some stay until they are told to go. Thread safe. */
final class Departures {
  private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

  private final InputLines inputs;
  private final RunDirectories directories;
  private final RunInspector inspector;
  private final Stopper stopper;
  private final Duration patience;

  Departures(
      InputLines inputs,
      RunDirectories directories,
      RunInspector inspector,
      Stopper stopper,
      Duration patience) {
    this.inputs = inputs;
    this.directories = directories;
    this.inspector = inspector;
    this.stopper = stopper;
    this.patience = patience;
  }

  /** Returns when the program has ended, by itself or not. */
  void seeOff(ExecutionProcess process, Future<Void> ended) throws InterruptedException {
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
          instanceof RunState.Running running) {
        LOG.info("Process {} did not end after its turn; it is stopped", process.id());
        var ignored = stopper.stop(running.run(), false);
      }
    } catch (IOException e) {
      LOG.warn("Process {} cannot be stopped", process.id(), e);
    }
  }
}
