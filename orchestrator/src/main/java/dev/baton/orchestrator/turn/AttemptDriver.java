package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.ingest.OutputReadings;
import dev.baton.orchestrator.ingest.ProcessEnding;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.process.OutputPosition;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.task.jdbc.StorageException;
import java.io.IOException;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one attempt through its turns until nothing is left to do. What comes next is read from the
 * store after every step, so it makes no difference whether this or an earlier server did the last
 * one.
 */
public final class AttemptDriver {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptDriver.class);

  /** What a turn needs to know at each step. */
  private record Situation(Attempt attempt, Turn turn, Chain chain, List<ProcessDetail> processes) {
    private ProcessDetail process(UUID id) {
      return processes.stream()
          .filter(process -> process.id().equals(id))
          .findFirst()
          .orElseThrow();
    }
  }

  private final DriverParts parts;
  private final Store store;
  private final Clock clock;
  private final Claim claim;
  private final Consumer<List<OpenedTurn>> starter;
  private final Set<UUID> withoutLeftovers = new HashSet<>();

  /**
   * A driver of one attempt.
   *
   * @param starter starts turns of other attempts for which this one leaves room
   */
  public AttemptDriver(DriverParts parts, Claim claim, Consumer<List<OpenedTurn>> starter) {
    this.parts = parts;
    this.store = parts.store();
    this.clock = parts.clock();
    this.claim = claim;
    this.starter = starter;
  }

  /** Returns when no turn is under way any more. */
  public void drive() throws InterruptedException {
    for (var now = situation(); now.isPresent(); now = situation()) {
      step(now.get());
      parts.signals().tell(claim.attemptId());
    }
  }

  private Optional<Situation> situation() {
    return store.read(
        tables -> {
          var attempt = tables.attempts().find(claim.attemptId());
          var turn = tables.turns().findActive(claim.attemptId());
          return attempt.isEmpty() || turn.isEmpty()
              ? Optional.<Situation>empty()
              : Optional.of(situation(tables, attempt.get(), turn.get()));
        });
  }

  private Situation situation(Tables tables, Attempt attempt, Turn turn) {
    var processes = tables.processes().listOfTurn(turn.id());
    var policy =
        tables
            .projects()
            .find(attempt.projectId())
            .map(parts.rules()::commitPolicy)
            .orElse(CommitPolicy.AUTO);
    var chain =
        new Chain(
            turn,
            processes.stream().map(ProcessDetail::process).toList(),
            tables.projects().listReposOfAttempt(attempt.id()),
            tables.processes().listPreparedRepos(attempt.id()),
            policy);
    return new Situation(attempt, turn, chain, processes);
  }

  private void step(Situation now) throws InterruptedException {
    endLeftovers(now);
    switch (now.chain().next()) {
      case ChainStep.Await await -> run(now, now.process(await.processId()));
      case ChainStep.RunScript script -> recordScript(now, script);
      case ChainStep.RunAgent _ -> recordAgent(now);
      case ChainStep.CompareChanges _ -> doOwn(now, () -> compareChanges(now));
      case ChainStep.Commit _ -> doOwn(now, () -> commit(now));
      case ChainStep.Succeed _ ->
          starter.accept(parts.conclusion().succeed(claim, now.attempt(), now.turn()));
      case ChainStep.Fail failure -> fail(now, failure.summary());
    }
  }

  /** Does what takes no program of its own; somebody may cut it short who stops the attempt. */
  private void doOwn(Situation now, Runnable work) throws InterruptedException {
    try {
      parts.driverWork().finish(claim.attemptId(), work);
    } catch (ToolFailure e) {
      fail(
          now,
          findStop(now).orElse("the work could not be looked at or committed: " + e.getMessage()));
    } catch (GitException e) {
      fail(now, findStop(now).orElseThrow(() -> e));
    }
  }

  private Optional<String> findStop(Situation now) {
    return store.read(tables -> tables.turns().find(now.turn().id())).flatMap(Turn::stopReason);
  }

  /** Once for each program; also for one that ended while another server was here. */
  private void endLeftovers(Situation now) throws InterruptedException {
    for (var process : now.processes()) {
      if (!process.process().isRunning() && withoutLeftovers.add(process.id())) {
        parts.leftovers().end(process.process());
        var strays = parts.leftovers().endStrays(claim.attemptId());
        if (!strays.survivors().isEmpty()) {
          LOG.warn("Attempt {} left running: {}", claim.attemptId(), strays.survivors());
        }
      }
    }
  }

  private void run(Situation now, ProcessDetail process) throws InterruptedException {
    if (!start(now, process)) {
      return;
    }
    var ended = parts.output().begin(process, claim);
    parts
        .watcher()
        .watch(
            process.id(),
            parts.directories().of(process.process()),
            new OutputPosition(process.stdoutOffset(), process.stderrOffset()));
    parts.watches().started(now.turn().id());
    parts.signals().tell(claim.attemptId());
    parts.inputs().deliver(process.process());
    await(ended);
    parts.inputs().forget(process.id());
  }

  /** False if the program could not be started; that is noted then. */
  private boolean start(Situation now, ProcessDetail process) throws InterruptedException {
    try {
      // why: one that runs needs no workspace any more, and repositories may be gone by now
      if (!parts.starter().isStarted(process)) {
        launch(now, process);
      }
    } catch (StorageException | StaleClaimException e) {
      // why: it may have been started, which can be seen when the store is back
      throw e;
    } catch (IOException | RuntimeException e) {
      refuseIfStopping(e);
      if (abandon(process, e)) {
        parts.watches().failing(now.turn().id(), e);
        return false;
      }
    }
    if (parts.directories().of(process.process()).isAbandoned()) {
      noteNeverStarted(now, process);
      return false;
    }
    markStarted(now.attempt());
    return true;
  }

  private void launch(Situation now, ProcessDetail process)
      throws IOException, InterruptedException {
    if (process.isBegun()) {
      throw new IOException(
          "it has run before, but its directory %s is gone"
              .formatted(parts.directories().of(process.process()).path()));
    }
    var workspace = parts.workspaces().ensure(now.attempt(), claim);
    if (OutputReadings.isAgent(process) && now.chain().needsPrint()) {
      noteChanges(now);
    }
    var state = parts.starter().start(now.attempt(), process, workspace, claim);
    LOG.debug("Process {} of attempt {}: {}", process.id(), claim.attemptId(), state);
  }

  /** Somebody stopped the attempt, or a server gave it up, before the program ran. */
  private void noteNeverStarted(Situation now, ProcessDetail process) {
    var ending = new Ending.Lost(clock.instant(), "the program was never started");
    var stopReason = findStop(now);
    write(
        tables -> {
          tables
              .processes()
              .end(new ProcessEnding(ending, Optional.empty(), stopReason).of(process.process()));
        });
  }

  /** A server that stops has failed at nothing: the next one goes on. */
  private static void refuseIfStopping(Exception reason) throws InterruptedException {
    if (Thread.currentThread().isInterrupted()) {
      var stopping = new InterruptedException("The server stops");
      stopping.initCause(reason);
      throw stopping;
    }
  }

  private void markStarted(Attempt attempt) {
    write(
        tables ->
            tables
                .boardTasks()
                .setStatus(attempt.taskId(), BoardTaskStatus.IN_PROGRESS, clock.instant()));
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

  /** A program that could not be started will not start later either; false if it has started. */
  private boolean abandon(ProcessDetail process, Exception reason) {
    LOG.warn("Process {} could not be started", process.id(), reason);
    try {
      if (!parts.directories().of(process.process()).abandon()) {
        return false;
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    var ending = new Ending.Lost(clock.instant(), "could not be started: " + reason.getMessage());
    write(
        tables -> {
          tables.processes().end(ProcessEnding.lost(ending).of(process.process()));
        });
    return true;
  }

  private void recordScript(Situation now, ChainStep.RunScript script) {
    writeUnlessStopped(
        now,
        tables ->
            parts.opening().recordScript(tables, now.turn(), session(tables, now).id(), script));
  }

  private void recordAgent(Situation now) {
    writeUnlessStopped(
        now,
        tables ->
            parts.opening().recordAgent(tables, now.attempt(), now.turn(), session(tables, now)));
  }

  private void writeUnlessStopped(Situation now, Consumer<Tables> work) {
    write(
        tables -> {
          if (tables.turns().find(now.turn().id()).filter(Turn::isStopped).isEmpty()) {
            work.accept(tables);
          }
        });
  }

  private static AgentSession session(Tables tables, Situation now) {
    return TurnOpening.find(tables, now.turn()).orElseThrow();
  }

  /** Notes what the workspace looks like, to see later whether the agent changed it. */
  private void noteChanges(Situation now) {
    var print = parts.changes().print(now.attempt());
    write(
        tables -> {
          tables.turns().setChangesBefore(now.turn().id(), print);
        });
  }

  private void compareChanges(Situation now) {
    var print = parts.changes().print(now.attempt());
    write(
        tables -> {
          tables
              .turns()
              .setChanged(now.turn().id(), !now.turn().changesBefore().equals(Optional.of(print)));
        });
  }

  private void commit(Situation now) {
    var title =
        store
            .read(tables -> tables.boardTasks().find(now.attempt().taskId()))
            .map(BoardTask::title)
            .orElse("Work of an agent");
    var refused = parts.changes().commit(now.attempt(), title);
    if (refused.isPresent()) {
      fail(now, "commit refused: " + refused.get());
    } else {
      write(tables -> tables.turns().setCommitted(now.turn().id()));
    }
  }

  private void fail(Situation now, String failure) {
    starter.accept(parts.conclusion().fail(claim, now.attempt(), now.turn(), failure));
  }

  private void write(Consumer<Tables> work) {
    store.write(
        tables -> {
          claim.check(tables);
          work.accept(tables);
          return claim;
        });
  }
}
