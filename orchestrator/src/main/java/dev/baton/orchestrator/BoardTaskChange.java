package dev.baton.orchestrator;

import dev.baton.orchestrator.board.BoardTaskStatus;
import java.util.Optional;
import java.util.UUID;

/**
 * What to change in a task; what is empty stays.
 *
 * @param description an empty text clears it
 */
public record BoardTaskChange(
    UUID taskId,
    Optional<String> title,
    Optional<String> description,
    Optional<BoardTaskStatus> status) {}
