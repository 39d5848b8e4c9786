package dev.baton.orchestrator;

import java.util.UUID;

/** What to change in a repository. */
public record RepoChange(UUID repoId, RepoSettings settings) {}
