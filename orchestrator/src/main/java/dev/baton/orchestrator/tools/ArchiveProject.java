package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.tools.RenameProject.ProjectView;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class ArchiveProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("False brings the project back; default true") Optional<Boolean> archived) {}

  private ArchiveProject() {}

  static Tool<Request, ProjectView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("archive_project", Request.class, ProjectView.class)
        .title("Archive project")
        .description(
            """
            Leaves a project out of list_projects, or brings it back; nothing in it is deleted or stopped.
            Use when: the user is done with a project.
            Required: project_id.
            Optional: archived.
            Next: list_projects with archived true.
            Avoid: archiving while agents work in it; stop_attempt ends them.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, ArchiveProject::handle));
  }

  static ProjectView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return ProjectView.of(
        orchestrator.projects().archive(request.projectId(), request.archived().orElse(true)));
  }
}
