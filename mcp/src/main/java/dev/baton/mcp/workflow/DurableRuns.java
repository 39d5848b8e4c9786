package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.server.ServerInside;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import dev.baton.workflow.run.PauseReason;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.RunVariables;
import dev.baton.workflow.run.StepStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs that have a task behind them. Thread safe. */
final class DurableRuns {
  private static final Logger LOG = LoggerFactory.getLogger(DurableRuns.class);
  private static final int PAGE = 200;

  private final ServerInside inside;
  private final Turns turns = new Turns();

  DurableRuns(ServerInside inside) {
    this.inside = inside;
  }

  /** A new task for a run; if there can be none, the run goes on without, and says why. */
  Backing begin(SequentialWorkflow workflow, RunState state, RequestContext context) {
    var subject = Json.object().put("workflow", workflow.name());
    subject.set("arguments", state.arguments());
    var task =
        NewTask.of(context.owner(), TaskKind.WORKFLOW_RUN, subject, inside.taskLimits())
            .withVariable(RunVariables.PROGRESS, RunVariables.progress(workflow, state));
    try {
      return new TaskBacking(inside, inside.createTask(task, context));
    } catch (RuntimeException e) {
      LOG.warn("A run of {} has no task", workflow.name(), e);
      return Backing.notDurable("no task could be made: " + e.getMessage());
    }
  }

  Optional<TaskRecord> find(TaskOwner owner, TaskId id) {
    return inside.taskStore().find(owner, id).filter(task -> task.kind() == TaskKind.WORKFLOW_RUN);
  }

  /** The runs of an owner that have not ended, newest first. */
  List<TaskRecord> open(TaskOwner owner) {
    var open = new ArrayList<TaskRecord>();
    var next = Optional.of(TaskCursor.START);
    while (next.isPresent()) {
      var page = inside.taskStore().list(owner, next.get(), PAGE);
      page.tasks().stream()
          .filter(task -> task.kind() == TaskKind.WORKFLOW_RUN && !task.status().isFinal())
          .forEach(open::add);
      next = page.next();
    }
    return open;
  }

  static String workflow(TaskRecord task) {
    return task.subject().path("workflow").asString("");
  }

  /** What a run was begun with, secrets included. */
  static ObjectNode arguments(TaskRecord task) {
    return task.subject().path("arguments") instanceof ObjectNode object ? object : Json.object();
  }

  /** How far a run has come, with every large result. */
  RunState state(SequentialWorkflow workflow, TaskRecord task) {
    return RunVariables.read(
        workflow, arguments(task), RunResults.variables(inside.taskStore(), task));
  }

  /** Work on one run at a time. */
  <T> T exclusively(TaskId id, Callable<T> work) throws Exception {
    return turns.take(id, work);
  }

  /** Writes down what an earlier process left in the middle of a step. */
  void recover() {
    if (!inside.recovers()) {
      return;
    }
    for (var task : inside.taskStore().listLive(TaskKind.WORKFLOW_RUN)) {
      runningStep(task)
          .ifPresent(
              step ->
                  inside.changeTask(task.owner(), task.id(), record -> interrupted(record, step)));
    }
  }

  /** If a step of the run is being made at this moment, here or in a process beside this one. */
  boolean isUnderWay(TaskRecord task) {
    return runningStep(task).isPresent() && (isHere(task) || !inside.recovers());
  }

  /** If a process beside this one makes a step of the run; asked by who has its turn here. */
  boolean isElsewhere(TaskRecord task) {
    return runningStep(task).isPresent() && !inside.recovers();
  }

  /** If somebody in this process works on the run. */
  boolean isHere(TaskRecord task) {
    return turns.isTaken(task.id());
  }

  private TaskChange interrupted(TaskRecord record, ObjectNode step) {
    var name = step.path("name").asString("");
    var reason =
        new PauseReason.Interrupted(new StepName(name), true, step.path("tool").asStringOpt());
    return new RunRecords(inside.taskLimits(), inside.clock().instant())
        .interrupted(record, name, reason.toJson());
  }

  private static Optional<ObjectNode> runningStep(TaskRecord task) {
    return RunRecords.progress(task)
        .path("steps")
        .valueStream()
        .filter(step -> step.path("status").asString("").equals(StepStatus.RUNNING.wireName()))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .findFirst();
  }
}
