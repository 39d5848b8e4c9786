package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.turn.TurnCounts;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How much there is at this moment, for who watches a server.
 *
 * @param attempts how many are in each state
 * @param inLine attempts that wait for room
 * @param queuedMessages messages that wait for the turn before them
 * @param pendingApprovals questions of agents that nobody has answered
 */
public record BoardCounts(
    Map<AttemptState, Long> attempts,
    long inLine,
    long queuedMessages,
    long pendingApprovals,
    TurnCounts turns) {
  public BoardCounts {
    var all = new EnumMap<AttemptState, Long>(AttemptState.class);
    for (var state : AttemptState.values()) {
      all.put(state, attempts.getOrDefault(state, 0L));
    }
    attempts = Collections.unmodifiableMap(all);
  }
}
