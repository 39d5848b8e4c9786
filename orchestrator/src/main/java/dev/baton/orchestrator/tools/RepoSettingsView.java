package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.planning.Projects.RepoWithPolicy;
import java.util.List;
import java.util.Optional;

/** A repository of a project with what runs in its worktrees. */
record RepoSettingsView(
    @Inline RepoView repo,
    @Description("Shell script before the first turn; null if there is none")
        Optional<String> setup,
    @Description("Shell script after a turn that changed something; null if there is none")
        Optional<String> cleanup,
    @Description("Globs of files that are copied into each worktree") List<String> copy,
    @Description("Shell script that start_dev_server runs; null if there is none")
        Optional<String> devServer,
    @Description("Who commits what agents leave uncommitted, in the whole project")
        CommitPolicy commitPolicy) {

  static RepoSettingsView of(RepoWithPolicy changed) {
    var repo = changed.repo();
    var scripts = repo.scripts();
    return new RepoSettingsView(
        RepoView.of(repo),
        scripts.setup(),
        scripts.cleanup(),
        scripts.copyFiles(),
        scripts.devServer(),
        changed.commitPolicy());
  }
}
