package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * One repository of a workspace.
 *
 * @param name the name of its directory in the workspace
 * @param repository the top of the repository that the worktree is made from
 * @param targetBranch what the work is compared with and merged into
 * @param baseCommit where the target branch was when the attempt began
 * @param copied globs of files that are not in git and that the worktree gets a copy of
 */
public record WorkspaceRepo(
    String name, Path repository, String targetBranch, String baseCommit, List<String> copied) {
  public WorkspaceRepo {
    copied = List.copyOf(copied);
    requireDirectoryName(name);
  }

  /** Fails if a repository with this name could have no directory in a workspace. */
  public static String requireDirectoryName(String name) {
    boolean safe =
        !name.isBlank()
            && !name.startsWith(".")
            && !name.startsWith("\"")
            && !name.toLowerCase(Locale.ROOT).equals(".git")
            && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ');
    if (!safe) {
      throw ToolFailure.invalid(
          "'%s' cannot be the name of a repository's directory".formatted(name),
          "Repeat the call with a name without slashes and control characters that does not begin with '.' or '\"'");
    }
    return name;
  }
}
