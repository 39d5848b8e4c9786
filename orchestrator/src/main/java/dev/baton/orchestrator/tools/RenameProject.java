package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Project;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

final class RenameProject {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("New name, one line of 1 to 500 characters") String name) {}

  /** A project that was changed. */
  record ProjectView(
      @Description(FieldText.ID_OF_PROJECT) UUID projectId,
      @Description("Name") String name,
      @Description("Lists leave it out") boolean archived,
      @Description(FieldText.CREATED_AT) Instant createdAt,
      @Description(FieldText.UPDATED_AT) Instant updatedAt) {

    static ProjectView of(Project project) {
      return new ProjectView(
          project.id(),
          project.name(),
          project.archivedAt().isPresent(),
          project.createdAt(),
          project.updatedAt());
    }
  }

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
