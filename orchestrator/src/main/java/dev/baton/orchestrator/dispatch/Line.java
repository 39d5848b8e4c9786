package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptLimits;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.store.LineTable;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.OpenedTurn;
import dev.baton.orchestrator.turn.TurnOpening;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Decides who runs and who waits: first come, first served, as far as the limits go. */
final class Line {
  private final String node;
  private final AttemptLimits limits;
  private final TurnOpening opening;

  /**
   * The line of those who run on a server.
   *
   * @param node the name of the server
   */
  Line(String node, AttemptLimits limits, TurnOpening opening) {
    this.node = node;
    this.limits = limits;
    this.opening = opening;
  }

  /** Whether anybody waits. */
  boolean isEmpty(Tables tables) {
    return tables.line().listWaiting(node, LineTable.FIRST).isEmpty();
  }

  /** Puts an attempt in line, and opens the turns of all for whom there is room now. */
  List<OpenedTurn> join(Tables tables, UUID attemptId) {
    tables.line().lock();
    tables.line().join(attemptId);
    return admit(tables);
  }

  /** Opens the turns of all for whom there is room. */
  List<OpenedTurn> admit(Tables tables) {
    tables.line().lock();
    var opened = new ArrayList<OpenedTurn>();
    var room = limits.total() - tables.line().countRunning(node);
    var full = new HashSet<UUID>();
    var page = room > 0 ? tables.line().listWaiting(node, LineTable.FIRST) : List.<Attempt>of();
    while (!page.isEmpty()) {
      for (var attempt : page) {
        if (opened.size() == room) {
          return opened;
        }
        // why remembered: a project that is full stays so, and thousands may wait in it
        if (full.contains(attempt.projectId())) {
          continue;
        }
        if (hasRoomInProject(tables, attempt)) {
          openHead(tables, attempt).ifPresent(opened::add);
        } else {
          full.add(attempt.projectId());
        }
      }
      page = tables.line().listWaiting(node, page.getLast().state().findTicket().orElseThrow());
    }
    return opened;
  }

  private Optional<OpenedTurn> openHead(Tables tables, Attempt attempt) {
    var head = tables.turns().listQueued(attempt.id()).stream().findFirst();
    if (head.isEmpty()) {
      tables.line().leave(attempt.id());
    }
    return head.map(turn -> opening.open(tables, attempt, turn));
  }

  /** Opens a turn at once, past those who wait, if there is room. */
  Optional<OpenedTurn> open(Tables tables, Attempt attempt, Turn turn) {
    tables.line().lock();
    return tables.line().countRunning(node) < limits.total() && hasRoomInProject(tables, attempt)
        ? Optional.of(opening.open(tables, attempt, turn))
        : Optional.empty();
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
            ticket -> {
              var home = attempt.home().orElse(node);
              return new Waiting(
                  tables.line().position(home, ticket),
                  home.equals(node)
                      ? reason(tables, attempt)
                      : "it waits for room on server '%s'".formatted(home));
            });
  }

  private String reason(Tables tables, Attempt attempt) {
    var running = tables.line().countRunning(node);
    var most = limitOfProject(tables, attempt);
    return running >= limits.total() || most >= limits.total()
        ? "%d of %d attempts run on this server".formatted(running, limits.total())
        : "%d of %d attempts run in this project"
            .formatted(tables.line().countRunning(attempt.projectId()), most);
  }
}
