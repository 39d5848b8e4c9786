package dev.baton.orchestrator.attempt;

import java.util.Optional;
import java.util.UUID;

/**
 * Where a turn found the branch of a repository, and left it.
 *
 * @param filesBefore a commit of the files as the turn found them, if some were not committed
 */
public record TurnCommit(
    UUID turnId,
    UUID repoId,
    String commitBefore,
    Optional<String> filesBefore,
    Optional<String> commitAfter) {}
