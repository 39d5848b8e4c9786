package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A named set of repositories.
 *
 * @param commitPolicy empty if the one of the configuration holds
 */
public record Project(
    UUID id,
    String name,
    Optional<CommitPolicy> commitPolicy,
    Instant createdAt,
    Instant updatedAt) {}
