package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts attempts back in line that this node took, if it cannot get their repositories because the
 * node that has them is away. Thread safe.
 */
final class LineReturns {
  private static final Logger LOG = LoggerFactory.getLogger(LineReturns.class);

  private final Store store;
  private final NodeReport report;
  private final Line line;
  private final Clock clock;

  LineReturns(Store store, NodeReport report, Line line, Clock clock) {
    this.store = store;
    this.report = report;
    this.line = line;
    this.clock = clock;
  }

  /**
   * Puts an attempt back, if nobody is there to give its repositories.
   *
   * @return turns for which there is room now; empty if it was not put back
   */
  Optional<List<OpenedTurn>> postpone(Claim claim) {
    return store.write(
        tables -> {
          claim.check(tables);
          tables.line().lock();
          var attempt = tables.attempts().find(claim.attemptId()).orElseThrow();
          var turn = tables.turns().findActive(claim.attemptId());
          return turn.filter(it -> isCutOff(tables, attempt, it))
              .map(it -> postpone(tables, attempt, it));
        });
  }

  private boolean isCutOff(Tables tables, Attempt attempt, Turn turn) {
    return !turn.isStopped()
        && !attempt.hasWorkspace()
        && tables.processes().listOfTurn(turn.id()).stream().noneMatch(ProcessDetail::isBegun)
        && report.fleet(tables).isCutOff(report.sources(tables, attempt.id()));
  }

  private List<OpenedTurn> postpone(Tables tables, Attempt attempt, Turn turn) {
    LOG.warn("Attempt {} waits until its repositories can be had", attempt.id());
    tables.placements().takeBack(attempt.id(), turn.id(), clock.instant());
    tables
        .events()
        .ofAttempt(EventName.ATTEMPT_STATE, attempt.id(), Json.object().put("state", "idle"));
    return line.admit(tables);
  }
}
