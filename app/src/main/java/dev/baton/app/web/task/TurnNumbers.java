package dev.baton.app.web.task;

import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.followup.AttemptTurns.ShownTurn;
import dev.baton.orchestrator.page.IndexPosition;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Finds the turns of an attempt that has a conversation. */
public final class TurnNumbers {
  private static final int AT_ONCE = 50;

  private final Orchestrator orchestrator;

  public TurnNumbers(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  /** The turn with this number; empty if none has begun with it. */
  Optional<TurnOverview> find(UUID attemptId, long number) {
    var below = new IndexPosition(number + 1).cursor(list(attemptId));
    return read(attemptId, 1, Optional.of(below)).items().stream()
        .map(ShownTurn::turn)
        .filter(turn -> turn.index() == number)
        .findFirst();
  }

  public Optional<TurnOverview> findNewest(UUID attemptId) {
    return read(attemptId, 1, Optional.empty()).items().stream().map(ShownTurn::turn).findFirst();
  }

  /** The turns that these programs ran for, by the ids of the programs. */
  Map<UUID, TurnOverview> ofProcesses(UUID attemptId, Set<UUID> processIds) {
    if (processIds.isEmpty()) {
      return Map.of();
    }
    var turnIds = new HashMap<UUID, UUID>();
    for (ExecutionProcess process : orchestrator.attempts().processes(attemptId)) {
      if (processIds.contains(process.id())) {
        process.turnId().ifPresent(turn -> turnIds.put(process.id(), turn));
      }
    }
    var turns = ofTurns(attemptId, Set.copyOf(turnIds.values()));
    var found = new HashMap<UUID, TurnOverview>();
    turnIds.forEach(
        (process, turn) ->
            Optional.ofNullable(turns.get(turn)).ifPresent(it -> found.put(process, it)));
    return found;
  }

  private Map<UUID, TurnOverview> ofTurns(UUID attemptId, Set<UUID> turnIds) {
    var missing = new HashSet<>(turnIds);
    var turns = new HashMap<UUID, TurnOverview>();
    var cursor = Optional.<String>empty();
    while (!missing.isEmpty()) {
      var page = read(attemptId, AT_ONCE, cursor);
      for (var shown : page.items()) {
        if (missing.remove(shown.turn().id())) {
          turns.put(shown.turn().id(), shown.turn());
        }
      }
      cursor = page.nextCursor();
      if (cursor.isEmpty()) {
        break;
      }
    }
    return turns;
  }

  private Page<ShownTurn> read(UUID attemptId, int most, Optional<String> cursor) {
    return orchestrator
        .turns()
        .list(
            attemptId,
            new PageRequest(PageLimit.items(most), cursor, list(attemptId)),
            PageView.<ShownTurn>plain());
  }

  private static String list(UUID attemptId) {
    return "turns of " + attemptId;
  }
}
