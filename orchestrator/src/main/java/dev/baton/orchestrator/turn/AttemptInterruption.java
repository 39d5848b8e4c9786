package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.ingest.ProcessEnding;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets attempts fail whose node is gone in the middle of a turn. Otherwise they stay with their
 * node: turn, programs and epoch are left as they are, so that it goes on when it is back. Only
 * what goes on elsewhere loses them. Thread safe.
 */
public final class AttemptInterruption {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptInterruption.class);

  private final Store store;
  private final Clock clock;

  public AttemptInterruption(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Another node is silent since then, so nobody knows what its attempts do. */
  public void interrupt(String silent, Instant since) {
    var interrupted = store.write(tables -> interrupt(tables, silent, since));
    interrupted.forEach(
        attempt -> LOG.warn("Attempt {} is interrupted: node {} is silent", attempt.id(), silent));
  }

  private List<Attempt> interrupt(Tables tables, String silent, Instant since) {
    tables.nodes().lock(silent);
    var isStillSilent = tables.nodes().findSeen(silent).filter(since::equals).isPresent();
    return isStillSilent
        ? fail(
            tables,
            silent,
            "was last seen %s; it continues the attempt when it is back".formatted(since))
        : List.of();
  }

  /** A node is forgotten, so that its attempts have failed and do not go on there. */
  public void interruptForGood(Tables tables, String name) {
    // why those too: it was said of them that they go on when it is back
    Stream.concat(
            tables.attempts().listInterrupted(name).stream(), listRunning(tables, name).stream())
        .forEach(
            attempt ->
                fail(
                    tables,
                    attempt,
                    "interrupted: node %s was removed; move_attempt lets the attempt go on elsewhere"
                        .formatted(name)));
  }

  private List<Attempt> fail(Tables tables, String name, String why) {
    var attempts = listRunning(tables, name);
    attempts.forEach(
        attempt -> fail(tables, attempt, "interrupted: node %s %s".formatted(name, why)));
    return attempts;
  }

  private static List<Attempt> listRunning(Tables tables, String name) {
    // why the lock: a turn of a node that is just back may come to its end at this moment
    return tables.line().listRunning(name).stream()
        .filter(attempt -> tables.attempts().isThere(attempt.id()))
        .flatMap(attempt -> tables.attempts().find(attempt.id()).stream())
        .filter(Attempt::isRunning)
        .toList();
  }

  private void fail(Tables tables, Attempt attempt, String failure) {
    var now = clock.instant();
    tables.attempts().setState(attempt.id(), new AttemptState.Failed(failure), now);
    tables.attempts().setQueueHeld(attempt.id(), true, now);
    tables
        .boardTasks()
        .moveStatus(attempt.taskId(), BoardTaskStatus.IN_PROGRESS, BoardTaskStatus.IN_REVIEW, now);
  }

  /** A node lives: what others took for interrupted runs. Returns those attempts. */
  public List<UUID> resumeAll(String name) {
    return store.write(
        tables -> {
          // why: who takes this node for dead at this moment comes to an end before
          tables.nodes().lock(name);
          var attempts =
              tables.attempts().listInterrupted(name).stream()
                  // why asked: somebody may have moved it elsewhere at this moment
                  .filter(attempt -> tables.attempts().isHeld(attempt.id(), attempt.epoch()))
                  .filter(attempt -> isInterrupted(tables, attempt.id()))
                  .toList();
          attempts.forEach(attempt -> resume(tables, attempt));
          return attempts.stream().map(Attempt::id).toList();
        });
  }

  /** Asked when nobody else can change it: its turn may have come to an end at this moment. */
  private static boolean isInterrupted(Tables tables, UUID attemptId) {
    return tables.turns().findActive(attemptId).isPresent()
        && tables
            .attempts()
            .find(attemptId)
            .filter(it -> it.state().name() == AttemptState.Name.FAILED)
            .isPresent();
  }

  /**
   * The same for one attempt, if it was interrupted: its turn may come to an end before its node
   * learns that others took it for dead.
   */
  void resumeInterrupted(Tables tables, UUID attemptId) {
    tables
        .attempts()
        .find(attemptId)
        .filter(it -> it.state().name() == AttemptState.Name.FAILED)
        .ifPresent(attempt -> resume(tables, attempt));
  }

  private void resume(Tables tables, Attempt attempt) {
    var now = clock.instant();
    tables.attempts().setState(attempt.id(), new AttemptState.Running(), now);
    var isStopped = tables.turns().findActive(attempt.id()).filter(Turn::isStopped).isPresent();
    tables.attempts().setQueueHeld(attempt.id(), isStopped, now);
    tables
        .boardTasks()
        .moveStatus(attempt.taskId(), BoardTaskStatus.IN_REVIEW, BoardTaskStatus.IN_PROGRESS, now);
  }

  /** A turn that its node left unfinished is over, and so are all programs of the attempt. */
  public void endTurn(Tables tables, UUID attemptId, String failure) {
    lose(tables, tables.processes().list(attemptId), failure);
    tables
        .turns()
        .findActive(attemptId)
        .ifPresent(turn -> tables.turns().fail(turn.id(), failure, clock.instant()));
  }

  /** Nobody watches these programs any more; those that ran are over, with what they asked. */
  void lose(Tables tables, List<ProcessDetail> processes, String why) {
    var ending = ProcessEnding.lost(new Ending.Lost(clock.instant(), why));
    processes.stream()
        .map(ProcessDetail::process)
        .filter(ExecutionProcess::isRunning)
        .forEach(
            process -> {
              tables.processes().end(ending.of(process));
              tables.approvals().withdrawAll(process.id());
            });
  }
}
