package dev.baton.workflow.internal.record;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.reference.ToolHandle;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A run as variables of its task, and back. */
public final class RunVariables {
  public static final String PROGRESS = "_workflow.progress";
  public static final String PAUSE_REASON = "_workflow.pause_reason";

  private static final String RESULT = "_workflow.result.";
  private static final String HISTORY = "_workflow.history.";
  private static final String EXTRA = "_workflow.extra.";
  private static final int SCHEMA_VERSION = 1;

  private RunVariables() {}

  /** If a variable holds what tools gave, in which a secret can be. */
  public static boolean holdsResults(String variable) {
    return variable.startsWith(RESULT)
        || variable.startsWith(HISTORY)
        || variable.startsWith(EXTRA);
  }

  /**
   * Holds a step's result, {@code {error}} if it failed or depends on one that did, or {@code
   * {skipped}} if the workflow has skipped it.
   */
  public static String result(StepName step) {
    return RESULT + step;
  }

  /** Holds the arguments of a step's last call, with secrets hidden. */
  public static String call(StepName step) {
    return "_workflow.call." + step;
  }

  /**
   * Holds what a client has supplied for a step that is open, secrets included: no client is shown
   * it.
   */
  public static String input(StepName step) {
    return "_input." + step;
  }

  /** Holds results that a later one has replaced, oldest first. */
  public static String history(StepName step) {
    return HISTORY + step;
  }

  /** Holds the result of a call that matched no step. */
  public static String extra(String tool) {
    return EXTRA + tool;
  }

  /** All of a run's variables; those whose value is null are not there. */
  public static Map<String, JsonNode> of(SequentialWorkflow workflow, RunState state) {
    return of(workflow, state, state.steps().keySet(), Set.of());
  }

  /**
   * Those that change with these steps; those whose value is null are to be removed.
   *
   * @param supplied the steps of which only the inputs change
   */
  static Map<String, JsonNode> of(
      SequentialWorkflow workflow,
      RunState state,
      Collection<StepName> changed,
      Collection<StepName> supplied) {
    var variables = new LinkedHashMap<String, JsonNode>();
    variables.put(PROGRESS, progress(workflow, state));
    for (var name : changed) {
      var step = state.step(name);
      variables.put(call(name), step.call().<JsonNode>map(json -> json).orElseGet(RunJson::none));
      variables.put(result(name), result(step));
      variables.put(input(name), input(state, name));
    }
    supplied.forEach(name -> variables.put(input(name), input(state, name)));
    variables.put(
        PAUSE_REASON, state.pause().<JsonNode>map(PauseReason::toJson).orElseGet(RunJson::none));
    return variables;
  }

  /** The steps with their status, as clients are shown them. */
  public static ArrayNode steps(SequentialWorkflow workflow, RunState state) {
    var steps = JsonNodeFactory.instance.arrayNode();
    for (var step : workflow.steps()) {
      var json = steps.addObject().put("name", step.name().value());
      step.tool().map(ToolHandle::name).ifPresent(tool -> json.put("tool", tool));
      json.put("status", state.step(step.name()).status().wireName());
    }
    return steps;
  }

  /** The goal of a run and the status of every step. */
  public static ObjectNode progress(SequentialWorkflow workflow, RunState state) {
    var json =
        RunJson.object().put("goal", "%s: %s".formatted(workflow.name(), workflow.description()));
    json.set("steps", steps(workflow, state));
    return json.put("schemaVersion", SCHEMA_VERSION);
  }

  private static JsonNode input(RunState state, StepName step) {
    var input = state.input(step);
    return input.isEmpty() ? RunJson.none() : input;
  }

  private static JsonNode result(StepRecord step) {
    return step.failure()
        .<JsonNode>map(StepRecord.Failure::toJson)
        .or(step::result)
        .orElseGet(RunJson::none);
  }

  /**
   * The run that was recorded so. A step that was running has been interrupted; steps that the
   * record does not know are pending, and those that the workflow does not know are dropped.
   */
  public static RunState read(
      SequentialWorkflow workflow, ObjectNode arguments, Map<String, JsonNode> variables) {
    var statuses = statuses(variables);
    var steps = new LinkedHashMap<StepName, StepRecord>();
    var inputs = new LinkedHashMap<StepName, ObjectNode>();
    Optional<PauseReason> pause =
        Optional.ofNullable(variables.get(PAUSE_REASON)).flatMap(PauseReason::read);
    for (var step : workflow.steps()) {
      var status = statuses.getOrDefault(step.name().value(), StepStatus.PENDING);
      steps.put(step.name(), read(step.name(), status, variables));
      if (status != StepStatus.COMPLETED
          && variables.get(input(step.name())) instanceof ObjectNode input) {
        inputs.put(step.name(), input);
      }
      if (status == StepStatus.RUNNING) {
        pause =
            Optional.of(
                new PauseReason.Interrupted(step.name(), true, step.tool().map(ToolHandle::name)));
      }
    }
    return new RunState(arguments, steps, inputs, pause);
  }

  private static Map<String, StepStatus> statuses(Map<String, JsonNode> variables) {
    var statuses = new LinkedHashMap<String, StepStatus>();
    Optional.ofNullable(variables.get(PROGRESS)).stream()
        .flatMap(progress -> progress.path("steps").valueStream())
        .forEach(
            step ->
                StepStatus.find(step.path("status").asString(""))
                    .ifPresent(status -> statuses.put(step.path("name").asString(""), status)));
    return statuses;
  }

  private static StepRecord read(
      StepName name, StepStatus status, Map<String, JsonNode> variables) {
    var called =
        variables.get(call(name)) instanceof ObjectNode json
            ? new StepRecord(
                StepStatus.PENDING, Optional.of(json), Optional.empty(), Optional.empty())
            : StepRecord.pending();
    var result = Optional.ofNullable(variables.get(result(name))).orElseGet(RunJson::none);
    return switch (status) {
      case PENDING -> StepRecord.pending();
      case RUNNING ->
          called.failed(new StepRecord.Failure("the server stopped while it ran", false, true));
      case COMPLETED -> called.completed(result);
      case FAILED -> called.failed(StepRecord.Failure.read(result));
      case SKIPPED ->
          result
              .path(StepRecord.LEFT_OUT)
              .stringValueOpt()
              .map(called::leftOut)
              .orElseGet(() -> called.skipped(result.path("error").asString("")));
    };
  }
}
