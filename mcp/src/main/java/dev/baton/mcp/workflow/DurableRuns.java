package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.server.ServerInside;
import dev.baton.mcp.server.TaskKindSupport;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskPage;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.RunVariables;
import dev.baton.workflow.run.Secrets;
import dev.baton.workflow.run.StepStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs that have a task behind them. Thread safe. */
final class DurableRuns implements TaskKindSupport {
  private static final Logger LOG = LoggerFactory.getLogger(DurableRuns.class);
  private static final int PAGE = 200;

  private final ServerInside inside;
  private final Function<String, Optional<SequentialWorkflow>> served;
  private final KeyedLock locks = new KeyedLock();
  private final UnsavedChanges unsaved;

  /**
   * Durable runs of a server.
   *
   * @param served finds the workflows that are served now, by name
   */
  DurableRuns(ServerInside inside, Function<String, Optional<SequentialWorkflow>> served) {
    this.inside = inside;
    this.served = served;
    this.unsaved = new UnsavedChanges(inside.clock());
  }

  /** A new task for a run; if there can be none, the run goes on without, and says why. */
  RunHome begin(SequentialWorkflow workflow, RunState state, RequestContext context) {
    var subject = Json.object().put("workflow", workflow.name());
    subject.set("arguments", state.arguments());
    try {
      var task =
          NewTask.of(context.owner(), TaskKind.WORKFLOW_RUN, subject, inside.taskLimits())
              .withVariable(RunVariables.PROGRESS, RunVariables.progress(workflow, state))
              .heldBy(self());
      return home(inside.createTask(task, context));
    } catch (RuntimeException e) {
      LOG.warn("A run of {} has no task", workflow.name(), e);
      return RunHome.notDurable("no task could be made: " + e.getMessage());
    }
  }

  TaskHome home(TaskRecord task) {
    return new TaskHome(inside, this, task);
  }

  Optional<TaskRecord> find(TaskOwner owner, TaskId id) {
    return inside
        .taskStore()
        .find(owner, id)
        .filter(task -> task.kind() == TaskKind.WORKFLOW_RUN)
        .map(this::recover);
  }

  @Override
  public TaskRecord recover(TaskRecord task) {
    return known(settled(task));
  }

  /** What the store has not taken yet. */
  UnsavedChanges unsaved() {
    return unsaved;
  }

  /** The run as this process knows it: the store may have missed what was done last. */
  TaskRecord known(TaskRecord task) {
    return unsaved
        .find(task.id())
        // why: what another process makes of the run is in the store, and only there
        .filter(missed -> !task.status().isFinal() && !isElsewhere(task))
        .map(missed -> home(task).next(missed, task).record())
        .orElse(task);
  }

  /** The runs of an owner that have not ended, newest first. */
  List<TaskRecord> open(TaskOwner owner) {
    return all(from -> inside.taskStore().listLive(owner, from, PAGE));
  }

  /** The runs of an owner whose ids begin or end with this, newest first. */
  List<TaskRecord> meant(TaskOwner owner, String part) {
    return all(from -> inside.taskStore().list(owner, from, PAGE)).stream()
        .filter(task -> task.id().value().startsWith(part) || task.id().value().endsWith(part))
        .toList();
  }

  private static List<TaskRecord> all(Function<TaskCursor, TaskPage> list) {
    var runs = new ArrayList<TaskRecord>();
    var next = Optional.of(TaskCursor.START);
    while (next.isPresent()) {
      var page = list.apply(next.get());
      page.tasks().stream().filter(task -> task.kind() == TaskKind.WORKFLOW_RUN).forEach(runs::add);
      next = page.next();
    }
    return runs;
  }

  static String workflow(TaskRecord task) {
    return task.subject().path("workflow").asString("");
  }

  /** What a run was begun with, secrets included. */
  static ObjectNode arguments(TaskRecord task) {
    return task.subject().path("arguments") instanceof ObjectNode object ? object : Json.object();
  }

  /**
   * What must not be shown of a run; of a workflow that is not served any more nothing is known.
   */
  Secrets secrets(TaskRecord task) {
    return served
        .apply(workflow(task))
        .map(workflow -> Secrets.of(workflow, arguments(task)))
        .orElse(Secrets.NONE);
  }

  /** A run as its trace tells it; the record needs the values to go on. */
  @Override
  public TaskRecord view(TaskRecord task) {
    var secrets = secrets(task);
    if (secrets.isEmpty()) {
      return task;
    }
    var shown = task;
    for (var variable : task.variables().entrySet()) {
      if (RunVariables.holdsResults(variable.getKey())) {
        shown =
            shown.withVariable(variable.getKey(), RunResults.hide(variable.getValue(), secrets));
      }
    }
    return shown;
  }

  /** How far a run has come, with every large result. */
  RunState state(SequentialWorkflow workflow, TaskRecord task) {
    return RunVariables.read(
        workflow, arguments(task), RunResults.variables(inside.taskStore(), task));
  }

  /** Work on one run at a time. */
  <T> T exclusively(TaskId id, Callable<T> work) throws Exception {
    return locks.take(id, work);
  }

  /** If somebody works on the run at this moment, here or in a process beside this one. */
  boolean isUnderWay(TaskRecord task) {
    return task.holder().isPresent() && (isHere(task) || isElsewhere(task));
  }

  /** If a process beside this one works on the run. */
  boolean isElsewhere(TaskRecord task) {
    return task.holder()
        .filter(holder -> !holder.equals(self()))
        .filter(inside.taskStore().presence()::isAlive)
        .isPresent();
  }

  /** The name of this process among those that share the store. */
  String self() {
    return inside.taskStore().presence().self();
  }

  /** If somebody in this process works on the run. */
  boolean isHere(TaskRecord task) {
    return locks.isTaken(task.id());
  }

  /** If the run was ended from outside while somebody in this process works on it. */
  boolean isStopped(TaskId id) {
    return locks.isStopped(id);
  }

  /** What changes records of runs at this moment. */
  RunRecords records() {
    return new RunRecords(inside.taskLimits(), inside.clock().instant());
  }

  /** Changes a run that was looked at before. */
  TaskRecord change(TaskRecord run, Function<TaskRecord, TaskChange> change) {
    // why: what this process knows beyond the store must not be taken for what the store has
    return unsaved.find(run.id()).isPresent()
        ? inside.changeTask(run.owner(), run.id(), change)
        : inside.changeTask(run, change);
  }

  /**
   * The run as this process has it from now on.
   *
   * @throws RunTakenException if a process beside this one works on it
   */
  TaskRecord claimed(TaskRecord task) {
    return change(
        task,
        now -> {
          if (isElsewhere(now)) {
            throw new RunTakenException(now.id());
          }
          return TaskChange.to(abandoned(now).heldBy(self()));
        });
  }

  /** The same run, with nobody working on it. */
  TaskRecord released(TaskRecord task) {
    try {
      return change(task, now -> TaskChange.to(isElsewhere(now) ? now : now.released()));
    } catch (RuntimeException e) {
      LOG.warn("That nobody works on the run of task {} could not be recorded", task.id(), e);
      return task;
    }
  }

  /** The same run; if who worked on it has died, with the step in it that was under way. */
  private TaskRecord settled(TaskRecord task) {
    var missed = unsaved.find(task.id());
    var isLeft = task.holder().isPresent() || runningStep(task).isPresent() || missed.isPresent();
    // why "here": who has the run writes what was missed with the next change of its own
    if (task.status().isFinal()
        || !isLeft
        || isHere(task)
        || isElsewhere(task)
        || !unsaved.isDue(task.id())) {
      return task;
    }
    try {
      var written =
          change(
              task,
              now ->
                  isUnderWay(now)
                      ? TaskChange.to(now)
                      : missed
                          .map(change -> home(now).next(change, now))
                          .orElseGet(() -> TaskChange.to(abandoned(now.released()))));
      unsaved.kept(task.id());
      return written;
    } catch (RuntimeException e) {
      // why: it is read as interrupted all the same, and may be written the next time
      LOG.warn("What became of the run of task {} could not be recorded", task.id(), e);
      missed.ifPresent(change -> unsaved.add(task.id(), change));
      return task;
    }
  }

  private TaskRecord abandoned(TaskRecord task) {
    return brokenOff(task, task, "the server stopped while it ran");
  }

  private TaskRecord brokenOff(TaskRecord before, TaskRecord next, String why) {
    return runningStep(before).map(step -> RunRecords.brokenOff(next, step, why)).orElse(next);
  }

  /** A run that is ended during a step keeps in its record that the step was under way. */
  @Override
  public TaskRecord settle(TaskRecord before, TaskRecord ended) {
    return brokenOff(before, ended, "the run was ended while it ran");
  }

  @Override
  public void stop(TaskId id) {
    locks.stop(id);
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
