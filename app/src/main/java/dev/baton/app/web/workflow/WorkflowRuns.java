package dev.baton.app.web.workflow;

import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOutcome;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.TaskStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Begins and finds the runs of workflows. A run is begun by a call of the workflow's tool that is a
 * task, so that nobody waits for it; a durable one has a task of its own besides. Thread safe.
 */
public final class WorkflowRuns {
  private static final int MOST_OPEN = 100;
  private static final Duration PATIENCE = Duration.ofMillis(1500);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final OwnServer server;
  private final TaskStore tasks;

  public WorkflowRuns(OwnServer server, TaskStore tasks) {
    this.server = server;
    this.tasks = tasks;
  }

  /**
   * Begins a run.
   *
   * @return the task to look at
   * @throws ToolFailure if it cannot begin
   */
  TaskId begin(TaskOwner owner, String tool, ObjectNode arguments) throws InterruptedException {
    var call = new TaskId(server.call(owner, tool, arguments).path("taskId").asString(""));
    // why wait: what is wrong with the arguments belongs into the form
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      var now = load(owner, call);
      var run = findRun(now);
      if (run.isPresent()) {
        return run.get();
      }
      if (now.status().isFinal()) {
        requireSuccess(now);
        return call;
      }
      Thread.sleep(PAUSE);
    }
    return call;
  }

  private static void requireSuccess(TaskRecord ended) {
    if (ended.outcome().orElse(null) instanceof TaskOutcome.Error error) {
      throw ToolFailure.invalid(error.message(), "Look at what was filled in");
    }
    OwnServer.requireSuccess(result(ended));
  }

  /** The durable run that a call began; empty if it has not yet, or never will. */
  Optional<TaskId> findRun(TaskRecord call) {
    if (call.kind() != TaskKind.TOOL_CALL) {
      return Optional.empty();
    }
    var told = result(call).path("structuredContent").path("task_id").asStringOpt();
    return told.isPresent()
        ? told.map(TaskId::new)
        : listLive(call.owner()).stream()
            .filter(run -> RunRecords.call(run).equals(Optional.of(call.id())))
            .map(TaskRecord::id)
            .findFirst();
  }

  /** What a call that has ended answered; nothing if it has not, or ended with an error. */
  static JsonNode result(TaskRecord call) {
    return call.outcome()
        .<JsonNode>map(outcome -> outcome.fold(TaskOutcome.Result::value, _ -> Json.object()))
        .orElseGet(Json::object);
  }

  /** Runs that have not ended, newest first. */
  List<TaskRecord> listOpen(TaskOwner owner) {
    var live = listLive(owner);
    var begun = live.stream().flatMap(run -> RunRecords.call(run).stream()).toList();
    return live.stream()
        .filter(task -> !workflow(task).isEmpty() && !begun.contains(task.id()))
        .toList();
  }

  private List<TaskRecord> listLive(TaskOwner owner) {
    return tasks.listLive(owner, TaskCursor.START, MOST_OPEN).tasks();
  }

  /** The workflow that a task runs; an empty text if it runs none. */
  static String workflow(TaskRecord task) {
    return switch (task.kind()) {
      case WORKFLOW_RUN -> RunRecords.workflow(task);
      case TOOL_CALL ->
          Optional.of(task.subject().path("tool").asString(""))
              .filter(tool -> tool.startsWith(WorkflowList.TOOL_PREFIX))
              .map(tool -> tool.substring(WorkflowList.TOOL_PREFIX.length()))
              .orElse("");
    };
  }

  TaskRecord load(TaskOwner owner, TaskId id) {
    return tasks
        .find(owner, id)
        .filter(task -> !workflow(task).isEmpty())
        .orElseThrow(
            () ->
                ToolFailure.notFound(
                    "There is no such run of a workflow",
                    "It may have been forgotten some time after its end; the list of workflows has those that are open"));
  }

  /** Where a durable run stands. */
  JsonNode status(TaskRecord run) {
    return server.call(run.owner(), "workflow_status", about(run)).path("structuredContent");
  }

  /** What may be shown of a run's record. */
  JsonNode shown(TaskRecord run) {
    return server
        .request(run.owner(), "tasks/get", Json.object().put("taskId", run.id().value()))
        .path("_meta");
  }

  void resume(TaskRecord run, ObjectNode inputs) {
    var arguments = about(run);
    if (!inputs.isEmpty()) {
      arguments.set("inputs", inputs);
    }
    server.call(run.owner(), "workflow_resume", arguments);
  }

  void complete(TaskRecord run, String result) {
    server.call(run.owner(), "workflow_complete", about(run).put("result", result));
  }

  void cancel(TaskRecord run) {
    server.request(run.owner(), "tasks/cancel", Json.object().put("taskId", run.id().value()));
  }

  private static ObjectNode about(TaskRecord run) {
    return Json.object().put("task_id", run.id().value());
  }
}
