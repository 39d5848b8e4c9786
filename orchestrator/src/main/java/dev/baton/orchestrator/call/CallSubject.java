package dev.baton.orchestrator.call;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Tables;
import java.util.Map;
import java.util.UUID;

/**
 * Loads the thing that an id in a call names; a failure says how to find an id that names
 * something.
 */
public final class CallSubject {
  private CallSubject() {}

  public static Project project(Tables tables, UUID id) {
    return tables.projects().find(id).orElseThrow(NotFound.project(id));
  }

  public static BoardTask task(Tables tables, UUID id) {
    return tables.boardTasks().find(id).orElseThrow(NotFound.task(id));
  }

  public static BoardTaskOverview overview(Tables tables, UUID taskId) {
    return tables.boardTasks().findOverview(taskId).orElseThrow(NotFound.task(taskId));
  }

  public static Attempt attempt(Tables tables, UUID id) {
    return tables.attempts().find(id).orElseThrow(NotFound.attempt(id));
  }

  /** An attempt whose workspace and programs are here; refused if another server has them. */
  public static Attempt attemptOf(Node node, Tables tables, UUID id) {
    var attempt = attempt(tables, id);
    node.refuseForeign(tables, attempt);
    return attempt;
  }

  public static void refuseBusy(Attempt attempt) {
    if (attempt.isRunning()) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Attempt %s is running".formatted(attempt.id()),
          "Call get_attempt_status with wait_ms until it is done, or stop_attempt first",
          Map.of("attempt_id", attempt.id()));
    }
  }

  /** Refuses what runs, and what will run as soon as there is room. */
  public static void refuseUnlessAtRest(Attempt attempt) {
    refuseBusy(attempt);
    if (attempt.hasWorkspace() && attempt.state() instanceof AttemptState.InLine) {
      throw new ToolFailure(
          BoardFailureCode.ATTEMPT_BUSY,
          "Attempt %s waits in line with a message".formatted(attempt.id()),
          "Call get_attempt_status with wait_ms until it is done, or follow_up with action cancel"
              + " first",
          Map.of("attempt_id", attempt.id()));
    }
  }

  /** The answer of attempts in which nothing has run, so that there is no session or workspace. */
  public static ToolFailure notBegun(Attempt attempt) {
    var details = Map.of("attempt_id", attempt.id());
    // why: to wait for its session would be for ever
    if (attempt.state() instanceof AttemptState.NotBegun) {
      return new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "Attempt %s was stopped while it waited in line, and never began".formatted(attempt.id()),
          "Call start_task_attempt with task_id %s to begin anew".formatted(attempt.taskId()),
          details);
    }
    return new ToolFailure(
        BoardFailureCode.NO_SESSION,
        "Attempt %s has no session yet, because it waits in line".formatted(attempt.id()),
        "Call get_attempt_status until latest_session_id is not null, then repeat the call",
        details);
  }
}
