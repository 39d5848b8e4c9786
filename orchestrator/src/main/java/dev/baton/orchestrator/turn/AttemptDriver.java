package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.Chain.ChainStep;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes attempts through their turns until nothing is left to do. What comes next is read from the
 * store after every step, so it makes no difference whether this or an earlier server did the last
 * one. Thread safe; each attempt is driven by one thread.
 */
public final class AttemptDriver {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptDriver.class);

  private final Store store;
  private final AttemptRules rules;
  private final TurnPrograms programs;
  private final DriverWork work;
  private final TurnPoints points;
  private final StrayPrograms strayPrograms;
  private final TurnRecorder recorder;

  public AttemptDriver(
      Store store,
      AttemptRules rules,
      TurnPrograms programs,
      DriverWork work,
      TurnPoints points,
      StrayPrograms strayPrograms,
      TurnRecorder recorder) {
    this.store = store;
    this.rules = rules;
    this.programs = programs;
    this.work = work;
    this.points = points;
    this.strayPrograms = strayPrograms;
    this.recorder = recorder;
  }

  /**
   * Returns when no turn is under way any more.
   *
   * @param starter starts turns of other attempts for which this one leaves room
   */
  public void drive(Claim claim, Consumer<List<OpenedTurn>> starter) throws InterruptedException {
    var withoutStrays = new HashSet<UUID>();
    for (var now = situation(claim); now.isPresent(); now = situation(claim)) {
      endStrays(now.get(), withoutStrays);
      starter.accept(step(now.get()));
    }
  }

  private Optional<TurnSituation> situation(Claim claim) {
    return store.read(tables -> TurnSituation.find(tables, claim, rules));
  }

  /** Once for each program; also for one that ended while another server was here. */
  private void endStrays(TurnSituation now, Set<UUID> withoutStrays) throws InterruptedException {
    for (var process : now.processes()) {
      if (!process.process().isRunning() && withoutStrays.add(process.id())) {
        strayPrograms.end(process.process());
        var strays = strayPrograms.endStrays(now.attempt().id());
        if (!strays.survivors().isEmpty()) {
          LOG.warn("Attempt {} left running: {}", now.attempt().id(), strays.survivors());
        }
      }
    }
  }

  private List<OpenedTurn> step(TurnSituation now) throws InterruptedException {
    return switch (now.chain().next()) {
      case ChainStep.Await await -> {
        programs.run(now, now.process(await.processId()));
        yield List.of();
      }
      case ChainStep.RunScript script -> {
        recorder.recordScript(now, script);
        yield List.of();
      }
      case ChainStep.RunAgent _ -> {
        recorder.recordAgent(now);
        yield List.of();
      }
      case ChainStep.CompareChanges _ -> failIf(now, work.compareChanges(now));
      case ChainStep.Commit _ -> failIf(now, work.commit(now));
      case ChainStep.Succeed _ -> {
        points.end(now);
        yield recorder.succeed(now);
      }
      case ChainStep.Fail failure -> fail(now, failure.summary());
    };
  }

  private List<OpenedTurn> failIf(TurnSituation now, Optional<String> failure) {
    return failure.isPresent() ? fail(now, failure.get()) : List.of();
  }

  private List<OpenedTurn> fail(TurnSituation now, String failure) {
    points.end(now);
    return recorder.fail(now, failure);
  }

  /**
   * What fails again and again is a failure of the attempt; nothing of it runs on.
   *
   * @return turns of other attempts for which there is room now; the caller starts them
   */
  public List<OpenedTurn> giveUp(Claim claim, String problem) throws InterruptedException {
    var latest = store.read(tables -> tables.processes().findLatest(claim.attemptId()));
    if (latest.filter(ExecutionProcess::isRunning).isPresent()) {
      strayPrograms.abandon(latest.get());
    }
    return recorder.abort(claim, problem);
  }
}
