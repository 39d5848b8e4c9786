package dev.baton.mcp.internal.durable;

import dev.baton.mcp.internal.task.TaskKindSupport;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.mcp.server.ServerInside;
import dev.baton.task.NewTask;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskCursor;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskPage;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.RunVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The durable runs of a server: finds them, and lets one thread of one process at a time work on
 * each. Whoever works on a run claims it, appends what happens, and releases it. Thread safe.
 */
public final class DurableRuns implements TaskKindSupport {
  private static final Logger LOG = LoggerFactory.getLogger(DurableRuns.class);
  private static final int PAGE = 200;

  private final ServerInside inside;
  private final Function<String, Optional<SequentialWorkflow>> served;
  private final KeyedLock locks = new KeyedLock();

  /**
   * The runs of this server.
   *
   * @param served finds a workflow that is served now, by its name
   */
  public DurableRuns(ServerInside inside, Function<String, Optional<SequentialWorkflow>> served) {
    this.inside = inside;
    this.served = served;
  }

  /** Stores a new run, which this process has from the start. */
  TaskRecord create(
      SequentialWorkflow workflow, JsonNode found, RunState state, RequestContext context) {
    var subject = Json.object().put("workflow", workflow.name());
    subject.set("arguments", state.arguments());
    if (!found.isMissingNode()) {
      subject.set(RunRecords.FOUND, found);
    }
    context.task().id().ifPresent(call -> subject.put(RunRecords.CALL, call.value()));
    var task =
        NewTask.of(context.owner(), TaskKind.WORKFLOW_RUN, subject, inside.taskLimits())
            .withVariable(RunVariables.PROGRESS, RunVariables.progress(workflow, state))
            .heldBy(self());
    return inside.createTask(task, context);
  }

  /** The server that has the runs. */
  ServerInside inside() {
    return inside;
  }

  /** The run with this id, after recovery if its process has died. */
  public Optional<TaskRecord> recover(TaskOwner owner, TaskId id) {
    return inside
        .taskStore()
        .find(owner, id)
        .filter(task -> task.kind() == TaskKind.WORKFLOW_RUN)
        .map(this::recover);
  }

  /** The runs of an owner that have not ended, newest first. */
  public List<TaskRecord> listOpen(TaskOwner owner) {
    return list(from -> inside.taskStore().listLive(owner, from, PAGE));
  }

  /** The runs of an owner, newest first. */
  public List<TaskRecord> list(TaskOwner owner) {
    return list(from -> inside.taskStore().list(owner, from, PAGE));
  }

  private static List<TaskRecord> list(Function<TaskCursor, TaskPage> pages) {
    var runs = new ArrayList<TaskRecord>();
    var next = Optional.of(TaskCursor.START);
    while (next.isPresent()) {
      var page = pages.apply(next.get());
      page.tasks().stream().filter(task -> task.kind() == TaskKind.WORKFLOW_RUN).forEach(runs::add);
      next = page.next();
    }
    return runs;
  }

  /** How far a run has come, with every large result. */
  public RunState state(SequentialWorkflow workflow, TaskRecord run) {
    return RunVariables.read(
        workflow, RunRecords.arguments(run), RunResults.variables(inside.taskStore(), run));
  }

  /**
   * What must not be shown of a run; of a workflow that is not served any more nothing is known.
   */
  public Secrets secrets(TaskRecord run) {
    return served
        .apply(RunRecords.workflow(run))
        .map(workflow -> Secrets.of(workflow, RunRecords.arguments(run)))
        .orElse(Secrets.NONE);
  }

  /** Who has the run now. */
  public Lease lease(TaskRecord run) {
    return Lease.of(run, inside.taskStore().presence(), locks.isTaken(run.id()));
  }

  /** Works on a run while no other thread of this process does. */
  public <T> T exclusively(TaskId id, Callable<T> work) throws Exception {
    return locks.take(id, work);
  }

  /**
   * Makes this process the holder of a run; a step that was under way has failed. The caller has
   * the run's lock.
   *
   * @throws RunTakenException if another process works on the run
   */
  TaskRecord claim(TaskRecord run) {
    return inside.changeTask(
        run,
        now -> {
          var free =
              switch (Lease.of(now, inside.taskStore().presence(), false)) {
                case Lease.Elsewhere _ -> throw new RunTakenException(now.id());
                case Lease.Abandoned(String why) -> RunRecords.interrupted(now, why);
                case Lease.Free _, Lease.Ours _, Lease.Final _ -> now;
              };
          return TaskChange.to(free.heldBy(self()));
        });
  }

  /**
   * Writes what happened in a run that this process has.
   *
   * @throws RunTakenException if another process works on the run
   */
  TaskRecord append(TaskRecord run, Function<TaskRecord, TaskChange> change) {
    return inside.changeTask(
        run,
        now -> {
          if (lease(now) instanceof Lease.Elsewhere) {
            throw new RunTakenException(now.id());
          }
          return change.apply(now);
        });
  }

  /**
   * Writes a client's call, whoever has the run, and says which step it was.
   *
   * @param fitting the steps whose resolved arguments are those of the call, the best first
   */
  public StepMatch append(TaskRecord run, ClientCall call, List<String> fitting) {
    var match = new AtomicReference<StepMatch>();
    var _ =
        inside.changeTask(
            run,
            now -> {
              // why: looked for anew, because another call may have taken that step meanwhile
              var step = StepMatch.find(now, call, fitting);
              match.set(step);
              return step.apply(now, call, records());
            });
    return match.get();
  }

  /**
   * What the tool that a client calls for a run can keep in it.
   *
   * @param own the same of the call itself
   * @param takes true of the run as it is, if the call belongs to it
   */
  public TaskScope scope(TaskScope own, TaskOwner owner, TaskId run, Predicate<TaskRecord> takes) {
    return new RunScope(
        inside,
        owner,
        run,
        own.id(),
        now -> now.kind() == TaskKind.WORKFLOW_RUN && !now.status().isFinal() && takes.test(now));
  }

  /** Lets others claim the run. */
  TaskRecord release(TaskRecord run) {
    try {
      return inside.changeTask(
          run, now -> TaskChange.to(lease(now) instanceof Lease.Elsewhere ? now : now.released()));
    } catch (RuntimeException e) {
      LOG.warn("The release of the run of task {} could not be recorded", run.id(), e);
      return run;
    }
  }

  /** A run that nobody works on is released, and a step that was under way has failed. */
  @Override
  public TaskRecord recover(TaskRecord run) {
    if (!(lease(run) instanceof Lease.Abandoned)) {
      return run;
    }
    try {
      return inside.changeTask(
          run,
          now ->
              TaskChange.to(
                  lease(now) instanceof Lease.Abandoned(String why)
                      ? RunRecords.interrupted(now, why).released()
                      : now));
    } catch (RuntimeException e) {
      // why: it is read as interrupted all the same, and may be written the next time
      LOG.warn("What became of the run of task {} could not be recorded", run.id(), e);
      return run;
    }
  }

  /** A run as its trace tells it; the record needs the secrets to go on. */
  @Override
  public TaskRecord view(TaskRecord run) {
    return RunResults.view(run, secrets(run));
  }

  /** A run that is ended during a step keeps in its record that the step was under way. */
  @Override
  public TaskRecord settle(TaskRecord before, TaskRecord ended) {
    return RunRecords.interrupted(ended, "the run was ended while it ran");
  }

  @Override
  public void stop(TaskId id) {
    locks.stop(id);
  }

  /** If the run was ended from outside while a thread of this process works on it. */
  boolean isStopped(TaskId id) {
    return locks.isStopped(id);
  }

  /** The name of this process among those that share the store. */
  String self() {
    return inside.taskStore().presence().self();
  }

  /** What changes records of runs at this moment. */
  RunRecords records() {
    return new RunRecords(inside.taskLimits(), inside.clock().instant());
  }
}
