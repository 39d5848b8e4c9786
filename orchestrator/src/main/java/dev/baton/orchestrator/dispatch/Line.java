package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.budget.Budgets;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.Fleet;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.store.LineTable;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnOpening;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Decides who runs, where, and who waits: first come, first served among those that could go to the
 * same nodes, as far as the limits go.
 */
final class Line implements TurnConclusion.Admission {
  private final NodeReport report;
  private final AttemptLimits limits;
  private final Budgets budgets;
  private final TurnOpening opening;

  Line(NodeReport report, AttemptLimits limits, Budgets budgets, TurnOpening opening) {
    this.report = report;
    this.limits = limits;
    this.budgets = budgets;
    this.opening = opening;
  }

  /** Whether something could begin on this node. */
  boolean isOpen(Tables tables) {
    return report.fleet(tables).findSelf().filter(KnownNode::isOpen).isPresent();
  }

  /** Puts an attempt in line, and opens the turns of all for whom there is room now. */
  List<OpenedTurn> join(Tables tables, UUID attemptId) {
    tables.line().lock();
    tables.line().join(attemptId);
    return admit(tables);
  }

  /** Opens the turns of all for whom there is room. */
  @Override
  public List<OpenedTurn> admit(Tables tables) {
    tables.line().lock();
    var fleet = report.fleet(tables);
    var opened = new ArrayList<OpenedTurn>();
    // why remembered: who finds no room leaves none to those like it, and thousands may wait
    var pass = budgets.pass(tables);
    Set<Object> full = new HashSet<>();
    var ticket = LineTable.FIRST;
    while (fleet.isOpen()) {
      var page = tables.line().listWaiting(ticket, LineTable.AT_A_TIME);
      if (page.isEmpty()) {
        break;
      }
      for (var attempt : page) {
        if (fleet.isOpen() && !full.contains(attempt.projectId())) {
          admit(tables, fleet, attempt, full, pass).ifPresent(opened::add);
        }
      }
      ticket = page.getLast().state().findTicket().orElseThrow();
    }
    return opened;
  }

  /** Who has spent what may be spent keeps the place in line. */
  private Optional<OpenedTurn> admit(
      Tables tables, Fleet fleet, Attempt attempt, Set<Object> full, Budgets.Pass pass) {
    var head = tables.turns().listQueued(attempt.id()).stream().findFirst();
    if (head.isEmpty()) {
      tables.line().leave(attempt.id());
      return Optional.empty();
    }
    var requirements = requirements(tables, attempt, head.get());
    if (full.contains(requirements)) {
      return Optional.empty();
    }
    if (!hasRoomInProject(tables, attempt)) {
      full.add(attempt.projectId());
      return Optional.empty();
    }
    if (fleet.find(requirements).isEmpty()) {
      full.add(requirements);
      return Optional.empty();
    }
    // why here: what it waits for may have changed while it stood in line
    if (tables.autoStarts().withdraw(attempt.id()) || !pass.admits(attempt, head.get())) {
      return Optional.empty();
    }
    return fleet
        .take(requirements)
        .map(node -> opening.open(tables, placed(tables, attempt, node), head.get()));
  }

  private NodeRequirements requirements(Tables tables, Attempt attempt, Turn turn) {
    return attempt.home().isPresent()
        ? NodeRequirements.home(attempt.home().get(), attempt.executor())
        : new NodeRequirements(
            Optional.empty(),
            tables.nodes().findWanted(attempt.id()),
            attempt.executor(),
            turn.variant(),
            tables.nodes().listLabels(attempt.projectId()),
            report.sources(tables, attempt.id()),
            turn.choice());
  }

  /** The attempt on the node that takes it, where it stays. */
  private static Attempt placed(Tables tables, Attempt attempt, KnownNode node) {
    if (attempt.home().isPresent()) {
      return attempt;
    }
    tables.attempts().place(attempt, node.name(), node.directory().orElseThrow());
    return tables.attempts().find(attempt.id()).orElseThrow();
  }

  /** Opens a turn at once, past those who wait; refused with the reason if it cannot begin. */
  OpenedTurn open(Tables tables, Attempt attempt, Turn turn, String hint) {
    tables.line().lock();
    return report
        .fleet(tables)
        .find(requirements(tables, attempt, turn))
        .filter(_ -> hasRoomInProject(tables, attempt) && mayGoOn(tables, attempt, turn))
        .map(node -> opening.open(tables, placed(tables, attempt, node), turn))
        .orElseThrow(
            () ->
                new ToolFailure(
                    BoardFailureCode.ATTEMPT_BUSY,
                    "No turn can begin now: " + reason(tables, attempt, Optional.of(turn)),
                    hint,
                    Map.of("attempt_id", attempt.id())));
  }

  @Override
  public boolean mayGoOn(Tables tables, Attempt attempt, Turn turn) {
    return !isDraining(tables, attempt) && budgets.pass(tables).admits(attempt, turn);
  }

  private static boolean isDraining(Tables tables, Attempt attempt) {
    return attempt.home().flatMap(tables.nodes()::find).filter(KnownNode::isDraining).isPresent();
  }

  private boolean hasRoomInProject(Tables tables, Attempt attempt) {
    return tables.line().countRunning(attempt.projectId()) < limitOfProject(tables, attempt);
  }

  private int limitOfProject(Tables tables, Attempt attempt) {
    return tables
        .projects()
        .find(attempt.projectId())
        .map(limits::of)
        .orElse(limits.perProject().usual());
  }

  Optional<Waiting> waiting(Tables tables, Attempt attempt) {
    return attempt
        .state()
        .findTicket()
        .map(
            ticket ->
                new Waiting(
                    tables.line().position(ticket),
                    reason(
                        tables,
                        attempt,
                        tables.turns().listQueued(attempt.id()).stream().findFirst())));
  }

  private String reason(Tables tables, Attempt attempt, Optional<Turn> head) {
    return budgets
        .findObstacle(tables, attempt.taskId())
        .filter(_ -> head.filter(turn -> tables.costs().isPermitted(turn.id())).isEmpty())
        .map(Budget::words)
        .orElseGet(() -> fullness(tables, attempt, head));
  }

  private String fullness(Tables tables, Attempt attempt, Optional<Turn> head) {
    var requirements = head.map(turn -> requirements(tables, attempt, turn));
    var fleet = report.fleet(tables);
    if (requirements.isPresent() && fleet.find(requirements.get()).isEmpty()) {
      return fleet.reason(requirements.get());
    }
    var running = tables.line().countRunning(attempt.projectId());
    var most = limitOfProject(tables, attempt);
    return running >= most
        ? "%d of %d attempts run in this project".formatted(running, most)
        : "it is about to begin";
  }
}
