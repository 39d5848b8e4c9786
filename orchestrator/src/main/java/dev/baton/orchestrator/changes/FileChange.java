package dev.baton.orchestrator.changes;

import java.util.Optional;

/**
 * One changed file.
 *
 * @param path as it is shown; quoted as git does if it is not UTF-8
 * @param added lines, 0 for a binary file
 * @param deleted lines, 0 for a binary file
 * @param oldPath where a renamed or copied file was before
 */
public record FileChange(
    String path,
    ChangeStatus status,
    long added,
    long deleted,
    Optional<String> oldPath,
    boolean binary) {}
