package dev.baton.orchestrator.attempt;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A turn that has begun.
 *
 * @param retried the index of the turn that it does again
 */
public record BegunTurn(long index, Optional<Long> retried) {
  /** Before the first turn. */
  private static final long NONE = -1;

  /**
   * The indexes of those that made what the workspace has now. A turn goes on from the one that
   * began before it, or, if it does another again, from what that one went on from.
   *
   * @param begun all turns of an attempt, in the order in which they began
   */
  public static Set<Long> standing(List<BegunTurn> begun) {
    var ground = new HashMap<Long, Long>();
    var last = NONE;
    for (var turn : begun) {
      ground.put(
          turn.index(),
          turn.retried().isEmpty() ? last : ground.getOrDefault(turn.retried().get(), NONE));
      last = turn.index();
    }
    var standing = new HashSet<Long>();
    while (last != NONE && standing.add(last)) {
      last = ground.getOrDefault(last, NONE);
    }
    return standing;
  }
}
