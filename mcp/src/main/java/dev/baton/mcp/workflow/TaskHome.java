package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.TaskScope;
import dev.baton.mcp.server.ServerInside;
import dev.baton.task.IllegalTransitionException;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.task.UnknownTaskException;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import dev.baton.workflow.run.PauseReason;
import dev.baton.workflow.run.RunChange;
import dev.baton.workflow.run.RunOutcome;
import dev.baton.workflow.run.RunRecorder;
import dev.baton.workflow.run.RunState;
import dev.baton.workflow.run.RunVariables;
import dev.baton.workflow.run.TaskVariables;
import dev.baton.workflow.run.narrative.Narration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds a run in a durable task. Used by one thread at a time. */
final class TaskHome implements RunHome {
  private static final Logger LOG = LoggerFactory.getLogger(TaskHome.class);
  private static final String TASK = "task";

  private final ServerInside inside;
  private final DurableRuns runs;
  private final TaskOwner owner;
  private final Map<StepName, JsonNode> doneMeanwhile = new HashMap<>();
  private TaskRecord record;
  private final PatientStore store;
  private Optional<RuntimeException> end = Optional.empty();

  TaskHome(ServerInside inside, DurableRuns runs, TaskRecord record) {
    this.inside = inside;
    this.runs = runs;
    this.store = new PatientStore(inside.clock());
    this.owner = record.owner();
    this.record = record;
  }

  /** The task that was kept, if the run has one. */
  static Optional<TaskId> kept(ObjectNode kept) {
    return kept.path(TASK).asStringOpt().map(TaskId::new);
  }

  @Override
  public RunRecorder recorder() {
    return this::record;
  }

  private void record(RunChange change) {
    // why: what happens to a run that has ended, or is another's, is not for its record
    end.ifPresent(
        reason -> {
          throw reason;
        });
    // why: a store may refuse a thread that was interrupted, and a cancelled run is recorded too
    var interrupted = Thread.interrupted();
    var whole = runs.unsaved().with(record.id(), change);
    try {
      record = store.write(isLast(change), () -> runs.change(record, now -> next(whole, now)));
      runs.unsaved().kept(record.id());
    } catch (IllegalTransitionException | UnknownTaskException | RunTakenException e) {
      end = Optional.of(e);
      runs.unsaved().kept(record.id());
      record = inside.taskStore().find(owner, record.id()).orElse(record);
      throw e;
    } catch (RuntimeException e) {
      if (isLast(change)) {
        runs.unsaved().add(record.id(), whole);
      }
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

  /**
   * Takes the run for this process, and what others did since it was looked at; without that, if
   * the store fails.
   *
   * @throws RunTakenException if a process beside this one works on it
   */
  TaskRecord claim() {
    try {
      record = runs.known(store.write(false, () -> runs.claimed(record)));
    } catch (RunTakenException | IllegalTransitionException | UnknownTaskException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("The run of task {} goes on, but the store does not say so", record.id(), e);
    }
    return record;
  }

  @Override
  public Optional<JsonNode> doneMeanwhile(StepName step) {
    return Optional.ofNullable(doneMeanwhile.get(step));
  }

  /** What a change makes of the run as it is now. */
  TaskChange next(RunChange change, TaskRecord now) {
    if (runs.isElsewhere(now)) {
      throw new RunTakenException(now.id());
    }
    var progress = RunRecords.progress(now);
    var result = now.variables().get(RunVariables.result(change.step()));
    if (change.kind() == RunChange.Kind.STEP_STARTS
        && result != null
        && RunRecords.isDone(progress, change.step())) {
      doneMeanwhile.put(change.step(), RunResults.whole(inside.taskStore(), now, result));
    }
    var others =
        doneMeanwhile.keySet().stream()
            .filter(step -> RunRecords.isDone(progress, step))
            .collect(Collectors.toSet());
    var next = runs.records().apply(change, now, others);
    return change.kind() == RunChange.Kind.COMPLETED ? completed(change, next) : held(change, next);
  }

  /** This process has the run from its first step until it pauses. */
  private TaskChange held(RunChange change, TaskChange next) {
    var isPause = change.kind() == RunChange.Kind.PAUSED;
    var held = isPause ? next.record().released() : next.record().heldBy(runs.self());
    return new TaskChange(held, next.results(), next.removed());
  }

  @Override
  public Optional<RunState> overtaken(RunOutcome outcome) {
    return outcome
        .state()
        .pause()
        .map(PauseReason::step)
        .filter(step -> !isEnded() && RunRecords.isDone(RunRecords.progress(record), step))
        .flatMap(
            step ->
                Optional.of(runs.state(outcome.workflow(), record))
                    // why: a result that cannot be read would be waited for without an end
                    .filter(state -> !state.step(step).isOpen()));
  }

  @Override
  public void release() {
    // why: a pause has said so, and a store that has just failed would only be waited for again
    if (end.isEmpty() && !store.isFailing() && record.holder().isPresent()) {
      record = runs.released(record);
    }
  }

  private static TaskChange completed(RunChange change, TaskChange next) {
    var name = change.workflow().name();
    var summary = Json.object().put("workflow", name).put("status", "completed");
    summary.set("steps", RunVariables.steps(change.workflow(), change.state()));
    var result = Json.object();
    result.putArray("content").addObject().put("type", "text").put("text", summary.toString());
    result.set("structuredContent", summary);
    return new TaskChange(next.record().completedWith(result), next.results(), next.removed());
  }

  @Override
  public TaskVariables variables() {
    return name ->
        Optional.ofNullable(record.variables().get(name))
            .map(value -> RunResults.whole(inside.taskStore(), record, value));
  }

  @Override
  public TaskScope scope(TaskScope own) {
    return new RunScope(inside, owner, record.id(), own.id());
  }

  @Override
  public boolean isEnded() {
    return end.isPresent() || runs.isStopped(record.id());
  }

  @Override
  public ObjectNode keep(SequentialWorkflow workflow, RunState state) {
    return Json.object().put(TASK, record.id().value());
  }

  @Override
  public Narration narration(RunOutcome outcome) {
    if (end.isPresent() && record.status().isFinal()) {
      return Narration.standard().ofRunThatIs(record.status().wireName());
    }
    if (isEnded() || outcome.recordingProblem().isPresent() || isBehind()) {
      return Narration.standard();
    }
    var narration = Narration.standard().ofDurableRun(record.id().value());
    return record.status().isFinal() ? narration : narration.awaitingCompletion();
  }

  /** If the store has yet to take what was done last. */
  private boolean isBehind() {
    return runs.unsaved().find(record.id()).isPresent();
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
  public Optional<TaskId> taskId() {
    return Optional.of(record.id());
  }
}
