package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class RenameProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("New name, one line of 1 to 500 characters, not blank") String name) {}

  private RenameProject() {}

  static Tool<Request, ProjectView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("rename_project", Request.class, ProjectView.class)
        .title("Rename project")
        .description(
            """
            Gives a project another name; its id and everything in it stay.
            Use when: the user wants a project to be called otherwise.
            Required: project_id, name.
            Optional: nothing.
            Next: list_projects.
            Avoid: renaming it for another purpose; create_project makes a new one.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, RenameProject::handle));
  }

  static ProjectView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return ProjectView.of(orchestrator.projects().rename(request.projectId(), request.name()));
  }
}
