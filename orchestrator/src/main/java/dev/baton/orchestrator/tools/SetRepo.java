package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.RepoSettings;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class SetRepo {
  record Request(
      @Description("Repo, UUID from list_repos") UUID repoId,
      @Description(RepoSettingsView.SETUP) Optional<String> setup,
      @Description(RepoSettingsView.CLEANUP) Optional<String> cleanup,
      @Description(RepoSettingsView.COPY) Optional<List<String>> copy,
      @Description(RepoSettingsView.DEV_SERVER) Optional<String> devServer,
      @Description(RepoSettingsView.COMMIT_POLICY) Optional<String> commitPolicy) {}

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
            Avoid: secrets in scripts; copy a file that holds them.""")
        .annotations(Hints.SETS)
        .handler(new LateHandler<>(orchestrator, SetRepo::handle));
  }

  static RepoSettingsView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return RepoSettingsView.of(
        orchestrator
            .projects()
            .changeRepo(
                request.repoId(),
                new RepoSettings(
                    request.setup(),
                    request.cleanup(),
                    request.devServer(),
                    request.copy(),
                    request.commitPolicy())));
  }
}
