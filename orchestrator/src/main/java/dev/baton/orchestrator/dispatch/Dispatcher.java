package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.StartWatches.StartFailure;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnConclusion.TurnCounts;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Lets turns begin, or wait in line: callers open a turn within their transaction, and start the
 * opened turns after it, because no program may run for a transaction that is rolled back. Thread
 * safe.
 */
public final class Dispatcher {
  private final Store store;
  private final Line line;
  private final Drivers drivers;
  private final NodeChoice nodes;
  private final Budgets budgets;
  private final TurnConclusion conclusion;

  Dispatcher(
      Store store,
      Line line,
      Drivers drivers,
      NodeChoice nodes,
      Budgets budgets,
      TurnConclusion conclusion) {
    this.store = store;
    this.line = line;
    this.drivers = drivers;
    this.nodes = nodes;
    this.budgets = budgets;
    this.conclusion = conclusion;
  }

  /** Puts an attempt in line, and opens a turn for each attempt that there is room for. */
  public List<OpenedTurn> join(Tables tables, UUID attemptId) {
    return line.join(tables, attemptId);
  }

  /** Opens a turn at once; refused with the reason and this hint if it cannot begin. */
  public OpenedTurn openTurn(Tables tables, Attempt attempt, Turn turn, String hint) {
    return line.open(tables, attempt, turn, hint);
  }

  public Optional<Waiting> waiting(Tables tables, Attempt attempt) {
    return line.waiting(tables, attempt);
  }

  /**
   * Starts turns that were opened, and returns when the one of this attempt runs or is over.
   *
   * @return why it could not be started; empty if it runs or is not among them
   */
  public Optional<StartFailure> start(List<OpenedTurn> opened, UUID attemptId)
      throws InterruptedException {
    return drivers.start(opened, attemptId);
  }

  /** Starts turns that were opened, wherever they run. */
  public void startAll(List<OpenedTurn> opened) {
    drivers.start(opened);
  }

  /** Opens and starts the turns that there is room for, after an attempt has left. */
  public void admit() {
    drivers.start(store.write(line::admit));
  }

  /** Whether this server drives an attempt. */
  public boolean isAtWork() {
    return !drivers.driven().isEmpty();
  }

  /** Whether another node has the name of this one, so that it drives nothing any more. */
  public boolean hasSteppedDown() {
    return drivers.hasSteppedDown();
  }

  public TurnCounts turnCounts() {
    return conclusion.counts();
  }

  /** Where turns may begin. */
  public NodeChoice nodes() {
    return nodes;
  }

  /** What turns may cost. */
  public Budgets budgets() {
    return budgets;
  }
}
