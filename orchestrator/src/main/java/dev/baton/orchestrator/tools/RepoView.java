package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Repo;
import java.util.UUID;

/** A repository of a project. */
record RepoView(
    @Description(ID) UUID repoId,
    @Description(NAME) String repoName,
    @Description(PATH) String path,
    @Description("Attempts begin from it") String defaultBranch) {
  static final String ID = "The repo";
  static final String NAME = "Name in its project";
  static final String PATH = "Absolute path";

  static RepoView of(Repo repo) {
    return new RepoView(repo.id(), repo.name(), repo.path().toString(), repo.defaultBranch());
  }
}
