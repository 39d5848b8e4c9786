package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.tools.SetRepo.RepoSettingsRequest;
import dev.baton.orchestrator.tools.SetRepo.RepoSettingsView;
import java.util.function.Supplier;

/** {@code add_repo} for people, who may also say what runs. */
final class AddRepoWithSettings {
  record Request(@Inline AddRepo.Request repo, @Inline RepoSettingsRequest settings) {}

  private AddRepoWithSettings() {}

  static Tool<Request, RepoSettingsView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named(AddRepo.NAME, Request.class, RepoSettingsView.class)
        .title("Add repository")
        .description(
            """
            Adds a local git repository to a project, with what Baton runs in its worktrees.
            Use when: tasks of a project also concern a repository that list_repos does not show.
            Required: project_id, path.
            Optional: name, allow_shared, setup, cleanup, copy, dev_server, commit_policy.
            Next: start_task_attempt with the repo_id in repos.
            Avoid: repositories without a commit; make a first one before.\
            """)
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, AddRepoWithSettings::handle));
  }

  static RepoSettingsView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    var repo = request.repo();
    return RepoSettingsView.of(
        orchestrator
            .projects()
            .addRepo(repo.projectId(), repo.toRepo(), request.settings().toSettings()));
  }
}
