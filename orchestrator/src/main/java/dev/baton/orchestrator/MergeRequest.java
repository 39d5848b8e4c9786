package dev.baton.orchestrator;

import dev.baton.orchestrator.review.MergeStrategy;
import java.util.Optional;
import java.util.UUID;

/**
 * An attempt to merge.
 *
 * @param repoId only this repository; all of them if empty
 * @param message of the commit; the task's title and description if empty
 * @param force true also merges what a turn that failed has left
 */
public record MergeRequest(
    UUID attemptId,
    Optional<UUID> repoId,
    MergeStrategy strategy,
    Optional<String> message,
    boolean force) {}
