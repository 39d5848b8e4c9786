package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.Projects.NewRepo;
import dev.baton.orchestrator.RepoSettings;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** {@code add_repo} for people, who may also say what runs. */
final class AddRepoWithSettings {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Absolute path of a git repository on the server's machine") String path,
      @Description("Name within the project, at most 100 bytes; default the last part of the path")
          Optional<String> name,
      @Description(FieldText.ALLOW_SHARED) Optional<Boolean> allowShared,
      @Description(RepoSettingsView.SETUP) Optional<String> setup,
      @Description(RepoSettingsView.CLEANUP) Optional<String> cleanup,
      @Description(RepoSettingsView.COPY) Optional<List<String>> copy,
      @Description(RepoSettingsView.DEV_SERVER) Optional<String> devServer,
      @Description(RepoSettingsView.COMMIT_POLICY) Optional<String> commitPolicy) {}

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
            Avoid: repositories without a commit; make a first one before.""")
        .annotations(Hints.ADDS)
        .handler(new LateHandler<>(orchestrator, AddRepoWithSettings::handle));
  }

  static RepoSettingsView handle(
      Orchestrator orchestrator, Request request, RequestContext context) {
    return RepoSettingsView.of(
        orchestrator
            .projects()
            .addRepo(
                request.projectId(),
                new NewRepo(
                    RepoPath.read("/path", request.path()),
                    request.name(),
                    request.allowShared().orElse(false)),
                new RepoSettings(
                    request.setup(),
                    request.cleanup(),
                    request.devServer(),
                    request.copy(),
                    request.commitPolicy())));
  }
}
