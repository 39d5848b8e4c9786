package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.GitPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * The place of one attempt: a worktree of each repository, all on a branch of the same name. A
 * plain value that can be stored; whether the directories exist is another matter.
 *
 * @param root the directory that holds the worktrees
 */
public record Workspace(UUID attempt, Path root, String branch, List<WorkspaceRepo> repos) {
  public Workspace {
    repos = List.copyOf(repos);
    if (repos.isEmpty()) {
      throw ToolFailure.invalid(
          "Attempt %s has no repository".formatted(attempt), "Name at least one in repos");
    }
    var names = repos.stream().map(repo -> repo.name().toLowerCase(Locale.ROOT)).toList();
    if (names.stream().distinct().count() < names.size()) {
      throw ToolFailure.invalid(
          "Two repositories of attempt %s have the same name: %s".formatted(attempt, names),
          "Give each repository of the project a name of its own");
    }
  }

  /** The same at another place. */
  public Workspace at(Path otherRoot) {
    return new Workspace(attempt, otherRoot, branch, repos);
  }

  public Path worktree(WorkspaceRepo repo) {
    return root.resolve(repo.name());
  }

  /** Where the agent is started: in the only worktree, or above all of them. */
  public Path agentDirectory() {
    return single() ? worktree(repos.getFirst()) : root;
  }

  public WorkspaceRepo repo(String name) {
    return repos.stream()
        .filter(repo -> repo.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "Attempt %s has no repository '%s'".formatted(attempt, name),
                    "Use one of: "
                        + String.join(", ", repos.stream().map(WorkspaceRepo::name).toList())));
  }

  /** True if paths are shown without the name of a repository before them. */
  public boolean single() {
    return repos.size() == 1;
  }

  /** How a path of one repository is shown to others. */
  public String shown(WorkspaceRepo repo, GitPath path) {
    return (single() ? path : path.below(repo.name())).shown();
  }
}
