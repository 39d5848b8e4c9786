package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Repo;
import java.util.UUID;

/** A repository of a project. */
record RepoView(
    @Description("UUID of the repo, as start_task_attempt takes it") UUID repoId,
    @Description("Name of the repo within its project") String repoName,
    @Description("Absolute path of the git repository") String path,
    @Description("Branch that attempts begin from unless told otherwise") String defaultBranch) {

  static RepoView of(Repo repo) {
    return new RepoView(repo.id(), repo.name(), repo.path().toString(), repo.defaultBranch());
  }
}
