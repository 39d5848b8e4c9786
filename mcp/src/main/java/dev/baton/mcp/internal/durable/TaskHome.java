package dev.baton.mcp.internal.durable;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.mcp.server.ServerInside;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskRecord;
import dev.baton.task.UnknownTaskException;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.narrative.Narration;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunChange;
import dev.baton.workflow.internal.record.RunRecorder;
import dev.baton.workflow.internal.record.RunState;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.internal.record.TaskVariables;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.reference.StepName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keeps a run in a durable task. Used by one thread at a time. */
public final class TaskHome implements RunHome {
  private static final Logger LOG = LoggerFactory.getLogger(TaskHome.class);
  private static final String TASK = "task";

  private final ServerInside inside;
  private final DurableRuns runs;
  private final StoreOutage outage;
  private final Map<StepName, JsonNode> clientResults = new HashMap<>();
  private TaskRecord record;
  private Optional<RunChange> missed = Optional.empty();
  private Optional<RuntimeException> end = Optional.empty();

  /** The home of a run, to look at it or to work on it. */
  public TaskHome(DurableRuns runs, TaskRecord record) {
    this.inside = runs.inside();
    this.runs = runs;
    this.outage = new StoreOutage(inside.clock());
    this.record = record;
  }

  /**
   * The home of a new run; if no task can be made, the run does without, and says why.
   *
   * @param found what the steps of this run are made of; missing if all runs have the same
   */
  public static RunHome begin(
      DurableRuns runs,
      SequentialWorkflow workflow,
      JsonNode found,
      RunState state,
      RequestContext context) {
    try {
      return new TaskHome(runs, runs.create(workflow, found, state, context));
    } catch (RuntimeException e) {
      LOG.warn("A run of {} has no task", workflow.name(), e);
      return RunHome.notDurable("no task could be made: " + e.getMessage());
    }
  }

  /** The task in what a request brings along; empty if the run is in the request itself. */
  public static Optional<TaskId> kept(ObjectNode kept) {
    return kept.path(TASK).asStringOpt().map(TaskId::new);
  }

  /**
   * Claims the run, and takes what others did since it was looked at; if the store fails, the run
   * goes on from what is known.
   *
   * @throws RunTakenException if another process works on it
   */
  public TaskRecord claim() {
    try {
      record = outage.write(false, () -> runs.claim(record));
    } catch (RunTakenException | IllegalTransitionException | UnknownTaskException e) {
      throw e;
    } catch (RuntimeException e) {
      if (runs.lease(record) instanceof Lease.Elsewhere) {
        throw new RunTakenException(record.id());
      }
      LOG.warn("The run of task {} continues, but the store could not record that", record.id(), e);
    }
    return record;
  }

  @Override
  public RunRecorder recorder() {
    return this::append;
  }

  private void append(RunChange change) {
    // why: what happens to a run that has ended, or is another's, is not for its record
    end.ifPresent(
        reason -> {
          throw reason;
        });
    // why: a store may refuse a thread that was interrupted, and a cancelled run is recorded too
    var interrupted = Thread.interrupted();
    var whole = missed.map(change::including).orElse(change);
    try {
      record = outage.write(isLast(change), () -> runs.append(record, now -> next(whole, now)));
      missed = Optional.empty();
    } catch (IllegalTransitionException | UnknownTaskException | RunTakenException e) {
      end = Optional.of(e);
      record = inside.taskStore().find(record.owner(), record.id()).orElse(record);
      throw e;
    } catch (RuntimeException e) {
      missed = Optional.of(whole);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean isLast(RunChange change) {
    return switch (change.kind()) {
      case STEP_STARTS, STEP_ENDED -> false;
      case PAUSED, COMPLETED -> true;
    };
  }

  /** What a change makes of the run as it is now; this process holds it until it pauses. */
  private TaskChange next(RunChange change, TaskRecord now) {
    var progress = RunRecords.progress(now);
    var result = now.variables().get(RunVariables.result(change.step()));
    if (change.kind() == RunChange.Kind.STEP_STARTS
        && result != null
        && RunRecords.isDone(progress, change.step())) {
      clientResults.put(change.step(), RunResults.whole(inside.taskStore(), now, result));
    }
    var others =
        clientResults.keySet().stream()
            .filter(step -> RunRecords.isDone(progress, step))
            .collect(Collectors.toSet());
    var next = runs.records().apply(change, now, others);
    var task =
        switch (change.kind()) {
          case STEP_STARTS, STEP_ENDED -> next.record().heldBy(runs.self());
          case PAUSED -> next.record().released();
          case COMPLETED -> next.record().completedWith(RunResults.summary(change));
        };
    return new TaskChange(task, next.results(), next.removed());
  }

  @Override
  public void release() {
    // why: a pause has said so, and a store that has just failed would only be waited for again
    if (end.isEmpty() && !outage.isFailing() && record.holder().isPresent()) {
      record = runs.release(record);
    }
  }

  @Override
  public Optional<JsonNode> clientResult(StepName step) {
    return Optional.ofNullable(clientResults.get(step));
  }

  @Override
  public Optional<RunState> stateBeyond(RunOutcome outcome) {
    return outcome
        .state()
        .pause()
        .map(PauseReason::step)
        // why: a record that lacks what was done just now would let it be done again
        .filter(_ -> !isEnded() && missed.isEmpty())
        .filter(step -> RunRecords.isDone(RunRecords.progress(record), step))
        .flatMap(
            step ->
                Optional.of(runs.state(outcome.workflow(), record))
                    // why: a result that cannot be read would be waited for without an end
                    .filter(state -> !state.step(step).isOpen()));
  }

  @Override
  public TaskVariables variables() {
    return name ->
        Optional.ofNullable(record.variables().get(name))
            .map(value -> RunResults.whole(inside.taskStore(), record, value));
  }

  @Override
  public TaskScope scope(TaskScope own) {
    return new RunScope(
        inside, record.owner(), record.id(), own.id(), run -> !run.status().isFinal());
  }

  @Override
  public boolean isEnded() {
    return end.isPresent() || runs.isStopped(record.id());
  }

  @Override
  public ObjectNode keep(SequentialWorkflow workflow, RunState state) {
    // why: a record that lacks what was done just now would let it be done again
    return missed.isEmpty()
        ? Json.object().put(TASK, record.id().value())
        : RunHome.notDurable("the store did not take what was done").keep(workflow, state);
  }

  @Override
  public Narration narration(RunOutcome outcome) {
    if (end.isPresent() && record.status().isFinal()) {
      return Narration.standard().ofRunThatIs(record.status().wireName());
    }
    if (isEnded() || outcome.recordingProblem().isPresent()) {
      return Narration.standard();
    }
    var narration = Narration.standard().ofDurableRun(record.id().value());
    return record.status().isFinal() ? narration : narration.awaitingCompletion();
  }

  @Override
  public ObjectNode meta(RunOutcome outcome) {
    var whyNot = outcome.recordingProblem().or(this::endsWithTheServer);
    var meta =
        Json.object()
            .put("task_id", record.id().value())
            .put("task_status", record.status().wireName())
            .put("durable", whyNot.isEmpty());
    whyNot.ifPresent(reason -> meta.put("durable_reason", reason));
    return meta;
  }

  private Optional<String> endsWithTheServer() {
    return inside.taskStore().isDurable()
        ? Optional.empty()
        : Optional.of(
            "this server keeps its tasks in memory: the run can be resumed until the server stops");
  }

  @Override
  public Optional<TaskRecord> task() {
    return Optional.of(record);
  }
}
