package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Repo;
import java.util.UUID;

/** A repository of a project. */
record RepoView(
    @Description(ID) UUID repoId,
    @Description(NAME) String repoName,
    @Description(PATH) String path,
    @Description("Branch that attempts begin from unless told otherwise") String defaultBranch) {
  static final String ID = "UUID of the repo, as start_task_attempt takes it";
  static final String NAME = "Name of the repo within its project";
  static final String PATH = "Absolute path of the git repository";

  static RepoView of(Repo repo) {
    return new RepoView(repo.id(), repo.name(), repo.path().toString(), repo.defaultBranch());
  }
}
