package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something that happened on the board.
 *
 * @param id rises by one with every event, in the order in which they were committed
 * @param data what else there is to say; which fields depends on the name
 */
public record BoardEvent(
    long id,
    Instant happenedAt,
    EventName name,
    Optional<UUID> projectId,
    Optional<UUID> taskId,
    Optional<UUID> attemptId,
    ObjectNode data) {}
