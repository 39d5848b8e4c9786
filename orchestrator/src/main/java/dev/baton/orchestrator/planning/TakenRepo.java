package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Repo;
import java.util.LinkedHashMap;

/** Says which project already has a repository. */
final class TakenRepo {
  private TakenRepo() {}

  /**
   * The refusal of a second project over a repository.
   *
   * @param other the same repository in the project that has it
   * @param path JSON pointer to the argument that names it
   */
  static ToolFailure failure(Repo repo, Repo other, Project project, String path) {
    var isArchived = project.archivedAt().isPresent();
    var message =
        "The repository at %s is in %sproject '%s' (%s) already, as '%s'"
            .formatted(
                repo.path(),
                isArchived ? "the archived " : "",
                project.name(),
                project.id(),
                other.name());
    var details = new LinkedHashMap<String, Object>(ToolFailure.at(path, message));
    details.put("project_id", project.id());
    return new ToolFailure(
        FailureCode.INVALID_ARGUMENT,
        message,
        "Use project_id %s%s; or repeat the call with allow_shared true, if a second project over it is wanted"
            .formatted(
                project.id(), isArchived ? ", after archive_project with archived false" : ""),
        details);
  }
}
