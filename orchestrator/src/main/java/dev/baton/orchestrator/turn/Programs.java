package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.process.OutputWatcher;
import dev.baton.orchestrator.process.OutputWatcher.OutputPosition;
import dev.baton.orchestrator.process.ProgramState;
import dev.baton.orchestrator.process.Stopper;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.turn.AttemptStops.StopReport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts, reads and ends one program of an attempt, be it part of a turn or not. Thread safe. */
public final class Programs {
  private static final Logger LOG = LoggerFactory.getLogger(Programs.class);

  private final ProcessStarter starter;
  private final AttemptWorkspaces workspaces;
  private final ProgramDirectories directories;
  private final OutputIngest output;
  private final OutputWatcher watcher;
  private final Stopper stopper;
  private final Signals signals;

  public Programs(
      ProcessStarter starter,
      AttemptWorkspaces workspaces,
      ProgramDirectories directories,
      OutputIngest output,
      OutputWatcher watcher,
      Stopper stopper,
      Signals signals) {
    this.starter = starter;
    this.workspaces = workspaces;
    this.directories = directories;
    this.output = output;
    this.watcher = watcher;
    this.stopper = stopper;
    this.signals = signals;
  }

  ProgramState state(ExecutionProcess process) {
    return starter.state(process);
  }

  /** Whether the program runs, or has run. */
  boolean isStarted(ExecutionProcess process) {
    return !(state(process) instanceof ProgramState.NotStarted);
  }

  /** Whether the program has ended or is about to, with nobody's help. */
  boolean isEnding(ExecutionProcess process) {
    return output.isDone(process.id()) || state(process) instanceof ProgramState.Ended;
  }

  /**
   * Starts the program, unless it runs or has run already.
   *
   * @param prepared what is to be done once the workspace is there, before the program runs
   */
  void start(Attempt attempt, ProcessDetail process, Claim claim, Runnable prepared)
      throws IOException, InterruptedException {
    var workspace = workspaces.ensure(attempt, claim);
    prepared.run();
    var state = starter.start(attempt, process, workspace, claim);
    LOG.debug("Process {} of attempt {}: {}", process.id(), attempt.id(), state);
  }

  /** Brings the output of a started program into the store; the result is done when it ended. */
  Future<Void> read(ProcessDetail process, Claim claim) {
    // why: a driver that comes back after an outage would have lines read again that are stored
    return output.findEnd(process.id(), claim).orElseGet(() -> beginToRead(process, claim));
  }

  private Future<Void> beginToRead(ProcessDetail process, Claim claim) {
    var ended = output.begin(process, claim);
    if (!ended.isDone()) {
      watcher.watch(
          process.id(),
          directories.of(process.process()),
          new OutputPosition(process.stdoutOffset(), process.stderrOffset()));
    }
    signals.tell(claim.attemptId());
    return ended;
  }

  /** Ends a program that is in this state, or lets it start no more. */
  StopReport stop(ExecutionProcess process, ProgramState state, boolean force)
      throws IOException, InterruptedException {
    return switch (state) {
      case ProgramState.Running running -> {
        var outcome = stopper.stop(running.program(), force);
        yield new StopReport(Math.min(outcome.ended(), 1), outcome.survivors());
      }
      case ProgramState.NotStarted _ -> {
        var ignored = directories.of(process).abandon();
        yield new StopReport(0, List.of());
      }
      case ProgramState.Starting _, ProgramState.Ended _ -> new StopReport(0, List.of());
    };
  }
}
