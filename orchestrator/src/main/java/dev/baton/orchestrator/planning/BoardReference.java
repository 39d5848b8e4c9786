package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.store.Tables;
import java.util.Optional;
import java.util.UUID;

/** An id in a request, and what kind of thing it names. */
public record BoardReference(Kind kind, UUID id) {
  /** What ids in requests name. */
  public enum Kind {
    PROJECT("project_id"),
    TASK("task_id"),
    ATTEMPT("attempt_id"),
    SESSION("session_id");

    private final String field;

    Kind(String field) {
      this.field = field;
    }

    /** The field of a request that has such an id. */
    public String field() {
      return field;
    }
  }

  /**
   * Where the thing is on the board.
   *
   * @param attemptId of a task the newest one
   */
  public record Place(UUID projectId, Optional<UUID> taskId, Optional<UUID> attemptId) {
    private static Place of(Attempt attempt) {
      return new Place(
          attempt.projectId(), Optional.of(attempt.taskId()), Optional.of(attempt.id()));
    }
  }

  /** Empty if the id names nothing. */
  Optional<Place> find(Tables tables) {
    return switch (kind) {
      case PROJECT ->
          tables
              .projects()
              .find(id)
              .map(project -> new Place(project.id(), Optional.empty(), Optional.empty()));
      case TASK ->
          tables
              .boardTasks()
              .find(id)
              .map(
                  task ->
                      new Place(
                          task.projectId(), Optional.of(id), tables.attempts().findLatest(id)));
      case ATTEMPT -> tables.attempts().find(id).map(Place::of);
      case SESSION ->
          tables
              .sessions()
              .find(id)
              .map(AgentSession::attemptId)
              .flatMap(tables.attempts()::find)
              .map(Place::of);
    };
  }

  /** What is answered for an id that names nothing. */
  public ToolFailure notFound() {
    return switch (kind) {
      case PROJECT -> NotFound.project(id).get();
      case TASK -> NotFound.task(id).get();
      case ATTEMPT -> NotFound.attempt(id).get();
      case SESSION -> NotFound.session(id).get();
    };
  }
}
