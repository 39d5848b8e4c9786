package dev.baton.orchestrator.insight;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.store.CostTable;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.TurnConclusion.TurnCounts;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts of what there is at this moment, for monitoring a server.
 *
 * @param attempts how many are in each state
 * @param inLine attempts that wait for room
 * @param queuedMessages messages that wait for the turn before them
 * @param pendingApprovals questions of agents that nobody has answered
 * @param agents those that run
 * @param events how many there ever were
 * @param today what agents told that they cost today
 */
public record BoardCounts(
    Map<AttemptState.Name, Long> attempts,
    long inLine,
    long queuedMessages,
    long pendingApprovals,
    long agents,
    long events,
    Cost today,
    TurnCounts turns) {
  public BoardCounts {
    var all = new EnumMap<AttemptState.Name, Long>(AttemptState.Name.class);
    for (var state : AttemptState.Name.values()) {
      all.put(state, attempts.getOrDefault(state, 0L));
    }
    attempts = Collections.unmodifiableMap(all);
  }

  /** What the store knows now, with the turns of this server. */
  public static BoardCounts read(Tables tables, Instant now, TurnCounts turns) {
    return new BoardCounts(
        tables.line().countByState(),
        tables.line().countWaiting(),
        tables.turns().countQueued(),
        tables.approvals().countPending(),
        tables.processes().countAgents(),
        tables.events().latest().orElse(0L),
        tables.costs().ofDay(CostTable.day(now)),
        turns);
  }
}
