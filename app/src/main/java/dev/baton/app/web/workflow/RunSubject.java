package dev.baton.app.web.workflow;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The task that a step of a run is about, as people know it; steps themselves have ids only. */
record RunSubject(String words, String address) {
  /** Empty if the arguments name none, or one that is gone. */
  static Optional<RunSubject> find(Orchestrator orchestrator, JsonNode arguments) {
    var attempt = id(arguments, "attempt_id");
    try {
      return attempt
          .map(id -> orchestrator.attempts().load(id).taskId())
          .or(() -> id(arguments, "task_id"))
          .map(id -> of(orchestrator, id, attempt));
    } catch (ToolFailure gone) {
      return Optional.empty();
    }
  }

  private static Optional<UUID> id(JsonNode arguments, String name) {
    return arguments.path(name).asStringOpt().flatMap(Visit::id);
  }

  private static RunSubject of(Orchestrator orchestrator, UUID taskId, Optional<UUID> attempt) {
    var task = orchestrator.board().loadTask(taskId).task();
    return new RunSubject(
        VisibleText.line("#%d %s".formatted(task.number(), task.title())),
        "/tasks/%s%s".formatted(taskId, attempt.map(id -> "?attempt=" + id).orElse("")));
  }
}
