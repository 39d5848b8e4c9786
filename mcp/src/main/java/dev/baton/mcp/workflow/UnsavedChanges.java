package dev.baton.mcp.workflow;

import dev.baton.task.TaskId;
import dev.baton.workflow.run.RunChange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What runs of this process have done and a store that failed did not take. It is written with the
 * next change, so that nothing is done twice that this process knows of. Thread safe.
 */
final class UnsavedChanges {
  private static final int MOST = 1000;
  private static final Duration RESPITE = Duration.ofSeconds(30);

  private record Unkept(RunChange change, Instant due) {}

  private final Clock clock;
  private final Map<TaskId, Unkept> changes = new LinkedHashMap<>();

  UnsavedChanges(Clock clock) {
    this.clock = clock;
  }

  synchronized Optional<RunChange> find(TaskId id) {
    return Optional.ofNullable(changes.get(id)).map(Unkept::change);
  }

  /** False if the store has failed a moment ago, so that it is not worth a try. */
  synchronized boolean isDue(TaskId id) {
    var unsaved = changes.get(id);
    return unsaved == null || !clock.instant().isBefore(unsaved.due);
  }

  /** The change with all that was not kept before it. */
  synchronized RunChange with(TaskId id, RunChange change) {
    return find(id).map(change::including).orElse(change);
  }

  synchronized void add(TaskId id, RunChange change) {
    changes.put(id, new Unkept(change, clock.instant().plus(RESPITE)));
    if (changes.size() > MOST) {
      changes.remove(changes.keySet().iterator().next());
    }
  }

  synchronized void kept(TaskId id) {
    changes.remove(id);
  }
}
