package dev.baton.orchestrator.board;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Selects the events that a reader wants to hear of.
 *
 * @param names all names if empty
 */
public record EventFilter(
    Optional<UUID> projectId,
    Optional<UUID> taskId,
    Optional<UUID> attemptId,
    Set<EventName> names) {
  public static final EventFilter ALL =
      new EventFilter(Optional.empty(), Optional.empty(), Optional.empty(), Set.of());

  public EventFilter {
    names = Set.copyOf(names);
  }

  /** The same in one project. */
  public EventFilter ofProject(UUID id) {
    return new EventFilter(Optional.of(id), taskId, attemptId, names);
  }

  public boolean wants(EventName name) {
    return names.isEmpty() || names.contains(name);
  }
}
