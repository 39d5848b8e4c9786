package dev.baton.orchestrator.board;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
  /**
   * Shell scripts that run in a repository's worktree. They run code, so they are set on the
   * command line only.
   *
   * @param setup before the first turn of an attempt
   * @param cleanup after each turn that changed something
   * @param devServer on request
   * @param copyFiles globs of files that are copied from the repository into each worktree
   */
  public record RepoScripts(
      Optional<String> setup,
      Optional<String> cleanup,
      Optional<String> devServer,
      List<String> copyFiles) {
    public static final RepoScripts NONE =
        new RepoScripts(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public RepoScripts {
      copyFiles = List.copyOf(copyFiles);
    }
  }

  /** The same with another branch to begin from. */
  public Repo withDefaultBranch(String branch) {
    return new Repo(id, projectId, name, path, branch, scripts, createdAt);
  }
}
