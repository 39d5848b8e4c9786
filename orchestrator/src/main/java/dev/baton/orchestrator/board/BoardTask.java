package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A card on the board: something that somebody wants done.
 *
 * @param number what people call it in its project; never used again
 * @param position its place in the column, among the tasks of all projects
 * @param archivedAt since when the board leaves it out; empty if it does not
 */
public record BoardTask(
    UUID id,
    UUID projectId,
    long number,
    String title,
    Optional<String> description,
    BoardTaskStatus status,
    Priority priority,
    PositionKey position,
    Instant createdAt,
    Instant updatedAt,
    Optional<Instant> archivedAt) {
  /** What an agent is told if nobody says anything else. */
  public String promptText() {
    return description.map(text -> title + "\n\n" + text).orElse(title);
  }

  /** Changes when it is moved. */
  public String place() {
    return status.wireName() + " " + position.text();
  }

  /**
   * The same in other words.
   *
   * @param text an empty one is no description
   */
  public BoardTask edited(String newTitle, String text, Priority newPriority) {
    var newDescription = Optional.of(text).filter(it -> !it.isEmpty());
    return new BoardTask(
        id,
        projectId,
        number,
        newTitle,
        newDescription,
        status,
        newPriority,
        position,
        createdAt,
        updatedAt,
        archivedAt);
  }

  /** The same, changed at that time. */
  public BoardTask changedAt(Instant time) {
    return changed(time, archivedAt);
  }

  public BoardTask archived(Instant now) {
    return changed(now, Optional.of(now));
  }

  public BoardTask restored(Instant now) {
    return changed(now, Optional.empty());
  }

  private BoardTask changed(Instant time, Optional<Instant> archived) {
    return new BoardTask(
        id,
        projectId,
        number,
        title,
        description,
        status,
        priority,
        position,
        createdAt,
        time,
        archived);
  }
}
