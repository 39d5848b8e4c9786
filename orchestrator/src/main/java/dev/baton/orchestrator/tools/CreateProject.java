package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;

final class CreateProject {
  record Request(
      @Description("Name of the project, one line of 1 to 500 characters") String name,
      @Description("Local git repositories, at least one commit each; may be empty")
          List<RepoRequest> repos,
      @Description(FieldText.ALLOW_SHARED) Optional<Boolean> allowShared) {}

  record RepoRequest(
      @Description("Absolute path on the server's machine") String path,
      @Description("Name in the project, at most 100 bytes; default from the path")
          Optional<String> name) {
    NewRepo toNewRepo(int place, boolean shared) {
      return new NewRepo(AddRepo.readPath("/repos/%d/path".formatted(place), path), name, shared);
    }
  }

  record Response(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Name of the project") String name,
      @Description("Its repositories") List<RepoView> repos) {}

  private CreateProject() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("create_project", Request.class, Response.class)
        .title("Create project")
        .description(
            """
            Creates a project over local git repositories.
            Use when: list_projects has none for the user's repository.
            Required: name, repos (each with its absolute path).
            Optional: name of each repo, allow_shared.
            Next: create_task with the project_id.
            Avoid: a second project for the same repository; look with list_projects first.\
            """)
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, CreateProject::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var repos =
        IntStream.range(0, request.repos().size())
            .mapToObj(
                place ->
                    request
                        .repos()
                        .get(place)
                        .toNewRepo(place, request.allowShared().orElse(false)))
            .toList();
    var created = orchestrator.projects().create(new NewProject(request.name(), repos));
    return new Response(
        created.project().id(),
        created.project().name(),
        created.repos().stream().map(RepoView::of).toList());
  }
}
