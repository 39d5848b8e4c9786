package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.ArrayList;
import java.util.List;

/**
 * A path that a caller gave, known not to lead out of the workspace by its words alone.
 *
 * @param repo the repository that it is in
 * @param path relative to the top of the repository
 */
public record WorkspacePath(WorkspaceRepo repo, GitPath path) {
  /** The path that must be one of a changed file. */
  public static WorkspacePath load(Workspace workspace, String shown) {
    try {
      return parse(workspace, shown);
    } catch (BlockedReadException e) {
      throw ToolFailure.notFound(
          "'%s' is no file of the attempt".formatted(shown), "Open it from the list of files");
    }
  }

  /** Whether a path can be one of a file. */
  public static boolean isPath(Workspace workspace, String shown) {
    try {
      var ignored = parse(workspace, shown);
      return true;
    } catch (BlockedReadException e) {
      return false;
    }
  }

  static WorkspacePath parse(Workspace workspace, String shown) {
    var path =
        GitPath.parse(shown)
            .orElseThrow(
                () ->
                    new BlockedReadException(
                        BlockedRead.NOT_FOUND,
                        "%s is not quoted as git does; copy the path from get_attempt_changes"
                            .formatted(shown)));
    if (path.startsWith("/") || path.contains(0)) {
      throw outside(shown);
    }
    var names = new ArrayList<GitPath>();
    for (var name : path.names()) {
      if (name.is("..") || name.isIgnoringCase(".git")) {
        throw outside(shown);
      }
      if (!name.isEmpty() && !name.is(".")) {
        names.add(name);
      }
    }
    return workspace.single()
        ? new WorkspacePath(workspace.repos().getFirst(), GitPath.join(names))
        : inRepo(workspace, names, shown);
  }

  private static WorkspacePath inRepo(Workspace workspace, List<GitPath> names, String shown) {
    return workspace.repos().stream()
        .filter(repo -> !names.isEmpty() && names.getFirst().is(repo.name()))
        .findFirst()
        .map(repo -> new WorkspacePath(repo, GitPath.join(names.subList(1, names.size()))))
        .orElseThrow(
            () ->
                new BlockedReadException(
                    BlockedRead.NOT_FOUND,
                    "'%s' does not begin with a repository of the attempt: %s"
                        .formatted(
                            shown,
                            String.join(
                                ", ",
                                workspace.repos().stream().map(WorkspaceRepo::name).toList()))));
  }

  static BlockedReadException outside(String shown) {
    return new BlockedReadException(
        BlockedRead.PATH_OUTSIDE_WORKSPACE,
        "'%s' is not a file of the workspace; use a relative path from get_attempt_changes"
            .formatted(shown));
  }
}
