package dev.baton.orchestrator.call;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import java.util.UUID;
import java.util.function.Supplier;

/** Failures for ids that name nothing. */
public final class NotFound {
  private NotFound() {}

  public static Supplier<ToolFailure> project(UUID id) {
    return of("project", id, "Call list_projects and pass one of its project_id");
  }

  public static Supplier<ToolFailure> repo(UUID id) {
    return of("repo", id, "Call list_repos and pass one of its repo_id");
  }

  public static Supplier<ToolFailure> repoOf(UUID projectId, UUID id) {
    return () ->
        new ToolFailure(
            FailureCode.NOT_FOUND,
            "Project %s has no repo %s".formatted(projectId, id),
            "Call list_repos with project_id %s and pass one of its repo_id in repos[].repo_id"
                .formatted(projectId));
  }

  public static Supplier<ToolFailure> task(UUID id) {
    return of("task", id, "Call list_tasks and pass one of its task_id");
  }

  public static Supplier<ToolFailure> attempt(UUID id) {
    return of("attempt", id, "Call list_task_attempts and pass one of its attempt_id");
  }

  public static Supplier<ToolFailure> session(UUID id) {
    return of("session", id, "Call get_attempt_status and pass its latest_session_id");
  }

  public static Supplier<ToolFailure> approval(UUID id) {
    return of("approval", id, "Call get_attempt_status and pass an id of its pending_approvals");
  }

  private static Supplier<ToolFailure> of(String what, UUID id, String hint) {
    return () ->
        new ToolFailure(FailureCode.NOT_FOUND, "There is no %s %s".formatted(what, id), hint);
  }
}
