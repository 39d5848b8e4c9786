package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class ListRepos {
  record Request(@Description(FieldText.PROJECT_ID) UUID projectId) {}

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("All repositories of the project") List<RepoView> repos,
      @Description(FieldText.COUNT) int count) {}

  private ListRepos() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("list_repos", Request.class, Response.class)
        .title("List repositories")
        .description(
            """
            Lists the git repositories of a project, with their default branches.
            Use when: a project has several repos and start_task_attempt must be told which.
            Required: project_id.
            Optional: nothing.
            Next: start_task_attempt with repos: [{repo_id, target_branch}].
            Avoid: calling it for one repo; start_task_attempt finds that.\
            """)
        .annotations(Hints.READS)
        .handler(new OperationHandler<>(orchestrator, ListRepos::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var repos =
        orchestrator.projects().listRepos(request.projectId()).stream().map(RepoView::of).toList();
    return new Response(request.projectId(), repos, repos.size());
  }
}
