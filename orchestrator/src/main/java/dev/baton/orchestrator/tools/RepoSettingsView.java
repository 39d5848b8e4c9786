package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.Projects.RepoWithPolicy;
import dev.baton.orchestrator.board.CommitPolicy;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A repository of a project with what runs in its worktrees. */
record RepoSettingsView(
    @Description("UUID of the repo, as start_task_attempt takes it") UUID repoId,
    @Description("Name of the repo within its project") String repoName,
    @Description("Absolute path of the git repository") String path,
    @Description("Branch that attempts begin from unless told otherwise") String defaultBranch,
    @Description("Shell script before the first turn; null if there is none")
        Optional<String> setup,
    @Description("Shell script after a turn that changed something; null if there is none")
        Optional<String> cleanup,
    @Description("Globs of files that are copied into each worktree") List<String> copy,
    @Description("Shell script that start_dev_server runs; null if there is none")
        Optional<String> devServer,
    @Description("Who commits what agents leave uncommitted, in the whole project")
        CommitPolicy commitPolicy) {

  static final String SETUP = "Shell script before the first turn of an attempt; empty clears it";
  static final String CLEANUP =
      "Shell script after each turn that changed something; empty clears it";
  static final String COPY =
      "Globs of files that are copied from the repository into each worktree; replaces the old ones";
  static final String DEV_SERVER = "Shell script that start_dev_server runs; empty clears it";
  static final String COMMIT_POLICY =
      "Who commits what agents leave uncommitted, in the whole project: auto (Baton), agent or"
          + " none; empty for the one of the configuration";

  static RepoSettingsView of(RepoWithPolicy changed) {
    var repo = changed.repo();
    var scripts = repo.scripts();
    return new RepoSettingsView(
        repo.id(),
        repo.name(),
        repo.path().toString(),
        repo.defaultBranch(),
        scripts.setup(),
        scripts.cleanup(),
        scripts.copyFiles(),
        scripts.devServer(),
        changed.commitPolicy());
  }
}
