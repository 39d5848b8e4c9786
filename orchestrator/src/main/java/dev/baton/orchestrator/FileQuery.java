package dev.baton.orchestrator;

import java.util.Optional;
import java.util.UUID;

/**
 * Which part of a file in a workspace to read: lines, or bytes from an offset.
 *
 * @param path begins with the repository's name if the attempt has several
 */
public record FileQuery(
    UUID attemptId,
    String path,
    Optional<Integer> startLine,
    Optional<Integer> endLine,
    Optional<Long> offset,
    Optional<Integer> maxBytes) {}
