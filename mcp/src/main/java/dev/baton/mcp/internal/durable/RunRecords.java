package dev.baton.mcp.internal.durable;

import dev.baton.mcp.protocol.Json;
import dev.baton.task.TaskChange;
import dev.baton.task.TaskId;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.RunChange;
import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.reference.StepName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and changes the record of a run's task. Each change looks at the record as it is now and
 * changes only what it is about, because a run and the calls that continue it may write at the same
 * time.
 */
public final class RunRecords {
  static final String CALL = "call";
  static final String FOUND = "found";
  private static final int MOST_HISTORY = 5;
  private static final int MOST_HISTORY_CHARACTERS = 2_000;

  private final TaskLimits limits;
  private final Instant now;

  RunRecords(TaskLimits limits, Instant now) {
    this.limits = limits;
    this.now = now;
  }

  /**
   * What happened to a step, or to the whole run.
   *
   * @param others the steps that a client has made, of which the record knows more than the run
   */
  TaskChange apply(RunChange change, TaskRecord record, Set<StepName> others) {
    var next = TaskChange.to(renewed(record));
    var progress = withNewSteps(progress(record), change);
    var variables = change.variables();
    for (var step : change.changed()) {
      if (others.contains(step)) {
        continue;
      }
      next = withHistory(next, step, variables.get(RunVariables.result(step)));
      setStatus(progress, step.value(), change.state().step(step).status());
      next = withLarge(next, RunVariables.call(step), callName(step), variables);
      next = withLarge(next, RunVariables.result(step), step.value(), variables);
      next = withLarge(next, RunVariables.input(step), inputName(step), variables);
    }
    for (var step : change.supplied()) {
      next = withLarge(next, RunVariables.input(step), inputName(step), variables);
    }
    next = with(next, progress);
    return isDone(progress, change.step())
        ? change(next, next.record().withoutVariable(RunVariables.PAUSE_REASON))
        : with(next, RunVariables.PAUSE_REASON, variables);
  }

  /** True if the step has completed, whoever made it. */
  static boolean isDone(ObjectNode progress, StepName step) {
    return step(progress, step.value())
        .filter(entry -> entry.path("status").asString("").equals(StepStatus.COMPLETED.wireName()))
        .isPresent();
  }

  /** A workflow can have more steps than it had when the run began. */
  private static ObjectNode withNewSteps(ObjectNode progress, RunChange change) {
    var served = RunVariables.steps(change.workflow(), change.state());
    var known = progress.path("steps").valueStream().map(RunRecords::name).toList();
    if (served.valueStream().map(RunRecords::name).allMatch(known::contains)) {
      return progress;
    }
    var names = served.valueStream().map(RunRecords::name).toList();
    var steps = Json.array();
    served.forEach(entry -> steps.add(step(progress, name(entry)).orElse((ObjectNode) entry)));
    progress
        .path("steps")
        .valueStream()
        .filter(entry -> !names.contains(name(entry)))
        .forEach(steps::add);
    progress.set("steps", steps);
    return progress;
  }

  private static String name(JsonNode step) {
    return step.path("name").asString("");
  }

  /** With a variable of any size; one that finds no room is stored beside the others. */
  private TaskChange withLarge(
      TaskChange change, String variable, String name, Map<String, JsonNode> variables) {
    var value = variables.get(variable);
    return value == null || value.isNull()
        ? change.withoutResult(variable, name)
        : change.withResult(variable, name, value, limits);
  }

  private static String inputName(StepName step) {
    return "input." + step;
  }

  private static String callName(StepName step) {
    return "call." + step;
  }

  /**
   * The call that a client made for this step, and its result; what was there before is history.
   */
  TaskChange continued(TaskRecord record, StepName step, ClientCall call) {
    var progress = progress(record);
    setStatus(progress, step.value(), call.status());
    var next =
        with(TaskChange.to(renewed(record).withoutVariable(RunVariables.PAUSE_REASON)), progress);
    next = withHistory(next, step, call.result());
    next = next.withResult(RunVariables.call(step), callName(step), call.arguments(), limits);
    return next.withResult(RunVariables.result(step), step.value(), call.result(), limits);
  }

  /** The result of a call that belongs to no step. */
  TaskChange extra(TaskRecord record, ClientCall call) {
    return TaskChange.to(renewed(record))
        .withResult(RunVariables.extra(call.tool()), "extra." + call.tool(), call.result(), limits);
  }

  /** The workflow of a run, by its name. */
  public static String workflow(TaskRecord record) {
    return record.subject().path("workflow").asString("");
  }

  /** The task of the tool call that began a run; empty if nobody made a task of that call. */
  public static Optional<TaskId> call(TaskRecord record) {
    return record.subject().path(CALL).asStringOpt().map(TaskId::new);
  }

  /** What a run was begun with, secrets included. */
  public static ObjectNode arguments(TaskRecord record) {
    return record.subject().path("arguments") instanceof ObjectNode object ? object : Json.object();
  }

  /** What the steps of a run were made of when it began; missing if all runs have the same. */
  public static JsonNode found(TaskRecord record) {
    return record.subject().path(FOUND);
  }

  /** The entry of the step that is under way, by the record. */
  static Optional<JsonNode> runningStep(TaskRecord record) {
    return steps(record)
        .filter(step -> step.path("status").asString("").equals(StepStatus.RUNNING.wireName()))
        .findFirst();
  }

  /** The same run; a step that was under way has failed, and nobody knows how far it came. */
  static TaskRecord interrupted(TaskRecord record, String why) {
    return runningStep(record).map(step -> interrupted(record, step, why)).orElse(record);
  }

  private static TaskRecord interrupted(TaskRecord record, JsonNode step, String why) {
    var name = new StepName(step.path("name").asString(""));
    var progress = progress(record);
    setStatus(progress, name.value(), StepStatus.FAILED);
    var failure = Json.object().put("error", why).put("uncertain", true);
    var reason = new PauseReason.Interrupted(name, true, step.path("tool").asStringOpt());
    return record
        .withVariable(RunVariables.PROGRESS, progress)
        .withVariable(RunVariables.result(name), failure)
        .withVariable(RunVariables.PAUSE_REASON, reason.toJson());
  }

  /**
   * Keeps the result that the step has now, if another takes its place; also one that a client
   * brought while the run was under way.
   */
  private TaskChange withHistory(TaskChange change, StepName step, @Nullable JsonNode next) {
    var record = change.record();
    var before = record.variables().get(RunVariables.result(step));
    if (before == null || before.equals(next)) {
      return change;
    }
    var history = RunVariables.history(step);
    var longer = record.withVariable(history, longer(record.variables().get(history), before));
    // why: room for the results themselves is worth more than their past
    return limits.hasRoomFor(longer) ? change(change, longer) : change;
  }

  private static ArrayNode longer(@Nullable JsonNode history, JsonNode before) {
    var entries = Json.array();
    if (history instanceof ArrayNode earlier) {
      earlier
          .valueStream()
          .skip(Math.max(0, earlier.size() + 1 - MOST_HISTORY))
          .forEach(entries::add);
    }
    return entries.add(bounded(before));
  }

  private static JsonNode bounded(JsonNode result) {
    if (result instanceof ObjectNode reference && RunResults.isReference(reference)) {
      // why: at that address there is now the result that took its place
      return reference.deepCopy().without("resource");
    }
    var text = result.toString();
    return text.length() <= MOST_HISTORY_CHARACTERS
        ? result
        : Json.object()
            .put("preview", text.substring(0, MOST_HISTORY_CHARACTERS))
            .put("bytes", Json.bytes(result).length);
  }

  /** A run waits for people and models: whatever happens to it gives it its whole time again. */
  private TaskRecord renewed(TaskRecord record) {
    return record.renewedFor(limits.maxTimeToLive(), now);
  }

  /** The entries of the steps in the progress, to be read. */
  public static Stream<JsonNode> steps(TaskRecord record) {
    return Optional.ofNullable(record.variables().get(RunVariables.PROGRESS)).stream()
        .flatMap(progress -> progress.path("steps").valueStream());
  }

  public static ObjectNode progress(TaskRecord record) {
    return record.variables().get(RunVariables.PROGRESS) instanceof ObjectNode progress
        ? progress.deepCopy()
        : Json.object();
  }

  /** The entry of a step in the progress. */
  public static Optional<ObjectNode> step(ObjectNode progress, String name) {
    return progress
        .path("steps")
        .valueStream()
        .filter(step -> name(step).equals(name))
        .filter(ObjectNode.class::isInstance)
        .map(ObjectNode.class::cast)
        .findFirst();
  }

  private static void setStatus(ObjectNode progress, String step, StepStatus status) {
    step(progress, step).ifPresent(entry -> entry.put("status", status.wireName()));
  }

  private static TaskChange with(TaskChange change, ObjectNode progress) {
    return change(change, change.record().withVariable(RunVariables.PROGRESS, progress));
  }

  private static TaskChange with(TaskChange change, String name, Map<String, JsonNode> variables) {
    var value = variables.get(name);
    return change(
        change,
        value == null || value.isNull()
            ? change.record().withoutVariable(name)
            : change.record().withVariable(name, value));
  }

  private static TaskChange change(TaskChange change, TaskRecord record) {
    return new TaskChange(record, change.results(), change.removed());
  }
}
