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
    Instant createdAt) {
  /** The same with another branch to begin from. */
  public Repo withDefaultBranch(String branch) {
    return new Repo(id, projectId, name, path, branch, scripts, createdAt);
  }
}
