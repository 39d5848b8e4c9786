package dev.baton.orchestrator.board;

import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/** A local git repository of a project, and what Baton runs in its workspaces. */
public record Repo(
    UUID id,
    UUID projectId,
    String name,
    Path path,
    String defaultBranch,
    RepoScripts scripts,
    Instant createdAt) {}
