package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.planning.Projects.RepoWithPolicy;
import dev.baton.orchestrator.planning.RepoSettings;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SetRepo {
  record Request(
      @Description("Repo, UUID from list_repos") UUID repoId,
      @Inline RepoSettingsRequest settings) {}

  /** Settings of a repository that people may change, when they add it and later. */
  record RepoSettingsRequest(
      @Description("Shell script before the first turn of an attempt; empty clears it")
          Optional<String> setup,
      @Description("Shell script after each turn that changed something; empty clears it")
          Optional<String> cleanup,
      @Description(
              "Globs of files that are copied from the repository into each worktree; replaces the"
                  + " old ones")
          Optional<List<String>> copy,
      @Description("Shell script that start_dev_server runs; empty clears it")
          Optional<String> devServer,
      @Description(
              "Who commits what agents leave uncommitted, in the whole project: auto (Baton), agent"
                  + " or none; empty for the one of the configuration")
          Optional<String> commitPolicy) {
    RepoSettings toSettings() {
      return new RepoSettings(setup, cleanup, devServer, copy, commitPolicy);
    }
  }

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

  private SetRepo() {}

  static Tool<Request, RepoSettingsView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("set_repo", Request.class, RepoSettingsView.class)
        .title("Set up repository")
        .description(
            """
            Sets what Baton runs in the worktrees of a repository, and who commits there.
            Use when: attempts need files or programs that a fresh worktree does not have.
            Required: repo_id.
            Optional: setup, cleanup, copy, dev_server, commit_policy.
            Next: start_task_attempt.
            Avoid: secrets in scripts; copy a file that holds them.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, SetRepo::handle));
  }

  static RepoSettingsView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return RepoSettingsView.of(
        orchestrator.projects().changeRepo(request.repoId(), request.settings().toSettings()));
  }
}
