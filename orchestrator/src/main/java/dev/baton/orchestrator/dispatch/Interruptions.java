package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts whose server is gone in the middle of a turn. They count as failed, and stay with their
 * server otherwise: turn, programs and epoch are left as they are, so that it goes on when it is
 * back. Thread safe.
 */
final class Interruptions {
  private static final Logger LOG = LoggerFactory.getLogger(Interruptions.class);

  private final Store store;
  private final Node node;
  private final Clock clock;

  Interruptions(Store store, Node node, Clock clock) {
    this.store = store;
    this.node = node;
    this.clock = clock;
  }

  /** Another server is silent since then, so nobody knows what its attempts do. */
  void interrupt(String silent, Instant since) {
    var interrupted = store.write(tables -> interrupt(tables, silent, since));
    interrupted.forEach(
        attempt ->
            LOG.warn("Attempt {} is interrupted: server {} is silent", attempt.id(), silent));
  }

  private List<Attempt> interrupt(Tables tables, String silent, Instant since) {
    tables.nodes().lock(silent);
    var isStillSilent = tables.nodes().findSeen(silent).filter(since::equals).isPresent();
    return isStillSilent
        ? fail(
            tables,
            silent,
            "was last seen %s; it goes on with the attempt when it is back".formatted(since))
        : List.of();
  }

  /** A node is gone for good, so that its attempts have failed. */
  void interrupt(Tables tables, String name, String why) {
    var _ = fail(tables, name, why);
  }

  private List<Attempt> fail(Tables tables, String name, String why) {
    // why the lock: a turn of a node that is just back may come to its end at this moment
    var attempts =
        tables.line().listRunning(name).stream()
            .filter(attempt -> tables.attempts().isThere(attempt.id()))
            .flatMap(attempt -> tables.attempts().find(attempt.id()).stream())
            .filter(Attempt::isRunning)
            .toList();
    attempts.forEach(
        attempt -> fail(tables, attempt, "interrupted: node %s %s".formatted(name, why)));
    return attempts;
  }

  private void fail(Tables tables, Attempt attempt, String failure) {
    var now = clock.instant();
    tables.attempts().setState(attempt.id(), new AttemptState.Failed(failure), now);
    tables.attempts().setQueueHeld(attempt.id(), true, now);
    tables
        .boardTasks()
        .moveStatus(attempt.taskId(), BoardTaskStatus.IN_PROGRESS, BoardTaskStatus.IN_REVIEW, now);
  }

  /** This server lives: what others took for interrupted runs. Returns those attempts. */
  List<UUID> restore() {
    return store.write(
        tables -> {
          // why: who takes this server for dead at this moment comes to an end before
          tables.nodes().lock(node.name());
          var attempts =
              tables.attempts().listInterrupted(node.name()).stream()
                  // why asked: somebody may have moved it elsewhere at this moment
                  .filter(attempt -> tables.attempts().isHeld(attempt.id(), attempt.epoch()))
                  .toList();
          attempts.forEach(attempt -> restore(tables, attempt));
          return attempts.stream().map(Attempt::id).toList();
        });
  }

  private void restore(Tables tables, Attempt attempt) {
    var now = clock.instant();
    tables.attempts().setState(attempt.id(), new AttemptState.Running(), now);
    var isStopped = tables.turns().findActive(attempt.id()).filter(Turn::isStopped).isPresent();
    tables.attempts().setQueueHeld(attempt.id(), isStopped, now);
    tables
        .boardTasks()
        .moveStatus(attempt.taskId(), BoardTaskStatus.IN_REVIEW, BoardTaskStatus.IN_PROGRESS, now);
  }
}
