package dev.baton.orchestrator;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What to change in a repository's settings; what is empty stays, and an empty text clears. */
public record RepoChange(
    UUID repoId,
    Optional<String> setup,
    Optional<String> cleanup,
    Optional<String> devServer,
    Optional<List<String>> copyFiles) {}
