package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.ingest.OutputIngest;
import dev.baton.orchestrator.ingest.ProcessEnding;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.process.ProgramState;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptStops.StopReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs dev servers beside attempts, by the same means as agents, so that they outlive this server
 * too. They take no part in turns. Thread safe.
 */
public final class DevServers {
  private static final Logger LOG = LoggerFactory.getLogger(DevServers.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final Store store;
  private final Programs programs;
  private final StrayPrograms strayPrograms;
  private final OutputIngest output;
  private final Supplier<UUID> ids;
  private final Clock clock;

  public DevServers(
      Store store,
      Programs programs,
      StrayPrograms strayPrograms,
      OutputIngest output,
      Supplier<UUID> ids,
      Clock clock) {
    this.store = store;
    this.programs = programs;
    this.strayPrograms = strayPrograms;
    this.output = output;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Starts the dev servers of these repositories, as far as they do not run; refused if the attempt
   * went on elsewhere meanwhile.
   *
   * @return those that were started
   */
  public List<ExecutionProcess> start(Node node, Attempt attempt, List<Repo> repos)
      throws InterruptedException {
    var recorded = store.write(tables -> record(node, tables, attempt, repos));
    for (var process : recorded) {
      run(attempt, process);
    }
    return recorded.stream().map(ProcessDetail::process).toList();
  }

  private List<ProcessDetail> record(Node node, Tables tables, Attempt attempt, List<Repo> repos) {
    tables.lock("attempt " + attempt.id());
    tables.attempts().find(attempt.id()).ifPresent(now -> node.refuseForeign(tables, now));
    var running = tables.processes().listDevServers(attempt.id());
    var recorded = new ArrayList<ProcessDetail>();
    for (var repo : repos) {
      if (running.stream().noneMatch(it -> it.repoId().equals(Optional.of(repo.id())))) {
        var id = ids.get();
        tables.processes().insert(detail(id, attempt, repo));
        recorded.add(tables.processes().find(id).orElseThrow());
      }
    }
    return recorded;
  }

  private ProcessDetail detail(UUID id, Attempt attempt, Repo repo) {
    return ProcessDetail.ofScript(
        new ExecutionProcess(
            id,
            attempt.id(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(repo.id()),
            ProcessReason.DEV_SERVER,
            ProcessStatus.RUNNING,
            Optional.empty(),
            Optional.empty(),
            clock.instant(),
            Optional.empty()));
  }

  private void run(Attempt attempt, ProcessDetail process) throws InterruptedException {
    var claim = Claim.beside(attempt.id(), process.id());
    try {
      // why: one that runs needs no workspace any more, and repositories may be gone by now
      if (!programs.isStarted(process.process())) {
        programs.start(attempt, process, claim, () -> {});
      }
    } catch (IOException e) {
      abandon(process.process(), e);
      throw new UncheckedIOException("Dev server %s cannot run".formatted(process.id()), e);
    } catch (RuntimeException e) {
      abandon(process.process(), e);
      throw e;
    }
    var ignored = programs.read(process, claim);
  }

  /** What could not be started will not start later either. */
  private void abandon(ExecutionProcess process, Exception reason) throws InterruptedException {
    strayPrograms.abandon(process);
    end(process, "could not be started: " + reason.getMessage());
  }

  private void end(ExecutionProcess process, String reason) {
    var ending = new Ending.Lost(clock.instant(), reason);
    store.write(
        tables -> {
          tables.processes().end(ProcessEnding.lost(ending).of(process));
          return process;
        });
  }

  /** Goes on with those that this server left when it stopped. */
  public void recover(Node node) {
    for (var process : store.read(tables -> tables.processes().listDevServers(node.name()))) {
      var attempt = store.read(tables -> tables.attempts().find(process.process().attemptId()));
      try {
        run(attempt.orElseThrow(), process);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.warn("Dev server {} cannot go on", process.id(), e);
      }
    }
  }

  /** Ends all of an attempt; returns when they have ended, or says what runs on. */
  public StopReport stop(UUID attemptId) throws InterruptedException {
    int stopped = 0;
    var survivors = new ArrayList<String>();
    for (var process : store.read(tables -> tables.processes().listDevServers(attemptId))) {
      var report = stop(process);
      stopped += report.stopped();
      survivors.addAll(report.survivors());
    }
    return new StopReport(stopped, survivors);
  }

  private StopReport stop(ExecutionProcess process) throws InterruptedException {
    output.expectStop(process.id());
    try {
      var state = awaitStart(process);
      var report = programs.stop(process, state, false);
      switch (state) {
        case ProgramState.Running _ -> awaitEnd(process);
        case ProgramState.NotStarted _ -> end(process, "stopped before it was started");
        case ProgramState.Starting _, ProgramState.Ended _ -> {}
      }
      return report;
    } catch (IOException e) {
      throw new UncheckedIOException("Dev server %s cannot be stopped".formatted(process.id()), e);
    }
  }

  private ProgramState awaitStart(ExecutionProcess process) throws InterruptedException {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var state = programs.state(process);
    while (state instanceof ProgramState.Starting && System.nanoTime() < deadline) {
      TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
      state = programs.state(process);
    }
    return state;
  }

  /** Lets its last lines reach the store. */
  private void awaitEnd(ExecutionProcess process) throws InterruptedException {
    var end = output.findEnd(process.id());
    if (end.isEmpty()) {
      return;
    }
    try {
      end.get().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The end of dev server {} was not noted", process.id(), e);
    }
  }
}
