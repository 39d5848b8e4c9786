package dev.baton.orchestrator.board;

import java.time.Instant;
import java.util.UUID;

/** A named set of repositories. */
public record Project(
    UUID id, String name, CommitPolicy commitPolicy, Instant createdAt, Instant updatedAt) {}
