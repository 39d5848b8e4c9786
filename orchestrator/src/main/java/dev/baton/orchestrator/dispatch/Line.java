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
import dev.baton.orchestrator.store.LineTable.WaitingAttempt;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnConclusion;
import dev.baton.orchestrator.turn.TurnOpening;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final AttemptRequirements requirements;

  Line(NodeReport report, AttemptLimits limits, Budgets budgets, TurnOpening opening) {
    this.report = report;
    this.limits = limits;
    this.budgets = budgets;
    this.opening = opening;
    requirements = new AttemptRequirements(report);
  }

  /** Whether something could begin on this node. */
  boolean isOpen(Tables tables) {
    return report.fleet(tables).findSelf().filter(KnownNode::isOpen).isPresent();
  }

  /** Puts an attempt in line, and opens a turn for each attempt that there is room for now. */
  List<OpenedTurn> join(Tables tables, UUID attemptId) {
    tables.line().lock();
    tables.line().join(attemptId);
    return admit(tables);
  }

  /** Opens a turn for each attempt that there is room for. */
  @Override
  public List<OpenedTurn> admit(Tables tables) {
    tables.line().lock();
    return new Round(tables).admit();
  }

  /**
   * One walk along the line, which asks for each page of it as often as for one who waits. What was
   * found is remembered: who finds no room leaves none to those like it, and thousands may wait.
   */
  private final class Round {
    private final Tables tables;
    private final Fleet fleet;
    private final Budgets.Pass pass;
    private final List<OpenedTurn> opened = new ArrayList<>();
    private final Set<NodeRequirements> full = new HashSet<>();
    private final Map<UUID, Integer> roomInProjects = new HashMap<>();

    Round(Tables tables) {
      this.tables = tables;
      fleet = report.fleet(tables);
      pass = budgets.pass(tables);
    }

    List<OpenedTurn> admit() {
      var ticket = LineTable.FIRST;
      while (fleet.isOpen()) {
        var page = tables.line().listWaiting(ticket, LineTable.AT_A_TIME);
        if (page.isEmpty()) {
          break;
        }
        admit(page, ticket);
        ticket = page.getLast().ticket();
      }
      return opened;
    }

    private void admit(List<WaitingAttempt> page, long behind) {
      pass.expect(page.stream().map(waiting -> waiting.attempt().taskId()).toList());
      var untimely = Optional.<Set<UUID>>empty();
      for (var waiting : page) {
        var attempt = waiting.attempt();
        if (waiting.head().isEmpty()) {
          tables.line().leave(attempt.id());
        } else if (fleet.isOpen() && hasRoom(waiting)) {
          if (untimely.isEmpty()) {
            untimely =
                Optional.of(tables.autoStarts().listUntimely(behind, page.getLast().ticket()));
          }
          // why here: what it waits for may have changed while it stood in line
          var isWithdrawn =
              untimely.get().contains(attempt.id()) && tables.autoStarts().withdraw(attempt.id());
          // why not out of line: who has spent what may be spent keeps the place in it
          if (!isWithdrawn && pass.admits(attempt, waiting.head().get().isPermitted())) {
            open(waiting);
          }
        }
      }
    }

    private boolean hasRoom(WaitingAttempt waiting) {
      var wanted = requirements.ofWaiting(waiting);
      if (full.contains(wanted) || roomInProject(waiting.attempt()) <= 0) {
        return false;
      }
      if (fleet.find(wanted).isEmpty()) {
        full.add(wanted);
        return false;
      }
      return true;
    }

    private int roomInProject(Attempt attempt) {
      return roomInProjects.computeIfAbsent(
          attempt.projectId(), _ -> Line.this.roomInProject(tables, attempt));
    }

    private void open(WaitingAttempt waiting) {
      var attempt = waiting.attempt();
      var turn = tables.turns().find(waiting.head().orElseThrow().turnId()).orElseThrow();
      fleet
          .take(requirements.ofWaiting(waiting))
          .map(node -> opening.open(tables, placed(tables, attempt, node), turn))
          .ifPresent(opened::add);
      roomInProjects.merge(attempt.projectId(), -1, Integer::sum);
    }
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
        .find(requirements.ofTurn(tables, attempt, turn))
        .filter(_ -> roomInProject(tables, attempt) > 0 && mayGoOn(tables, attempt, turn))
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
    return !isDraining(tables, attempt)
        && budgets.pass(tables).admits(attempt, tables.costs().isPermitted(turn.id()));
  }

  private static boolean isDraining(Tables tables, Attempt attempt) {
    return attempt.home().flatMap(tables.nodes()::find).filter(KnownNode::isDraining).isPresent();
  }

  private int roomInProject(Tables tables, Attempt attempt) {
    return limitOfProject(tables, attempt) - tables.line().countRunning(attempt.projectId());
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
    var wanted = head.map(turn -> requirements.ofTurn(tables, attempt, turn));
    var fleet = report.fleet(tables);
    if (wanted.isPresent() && fleet.find(wanted.get()).isEmpty()) {
      return fleet.reason(wanted.get());
    }
    var running = tables.line().countRunning(attempt.projectId());
    var most = limitOfProject(tables, attempt);
    return running >= most
        ? "%d of %d attempts run in this project".formatted(running, most)
        : "it is about to begin";
  }
}
