package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Project;
import java.time.Instant;
import java.util.UUID;

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
