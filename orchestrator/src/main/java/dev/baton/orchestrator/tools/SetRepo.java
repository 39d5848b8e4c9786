package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class SetRepo {
  record Request(
      @Description("Repo, UUID from list_repos") UUID repoId,
      @Inline RepoSettingsRequest settings) {}

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
        .handler(new OperationHandler<>(orchestrator, SetRepo::handle));
  }

  static RepoSettingsView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return RepoSettingsView.of(
        orchestrator.projects().changeRepo(request.repoId(), request.settings().toSettings()));
  }
}
