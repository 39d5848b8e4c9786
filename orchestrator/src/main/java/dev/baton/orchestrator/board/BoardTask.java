package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A card on the board: something that somebody wants done. */
public record BoardTask(
    UUID id,
    UUID projectId,
    String title,
    Optional<String> description,
    BoardTaskStatus status,
    Instant createdAt,
    Instant updatedAt) {
  /** What an agent is told if nobody says anything else. */
  public String promptText() {
    return description.map(text -> title + "\n\n" + text).orElse(title);
  }

  /** The same, changed at that time. */
  public BoardTask changedAt(Instant time) {
    return new BoardTask(id, projectId, title, description, status, createdAt, time);
  }
}
