package dev.baton.orchestrator;

import java.util.UUID;

/** A dev server that was started, and the repository whose script it runs. */
public record DevServer(UUID repoId, String repoName, UUID executionProcessId) {}
