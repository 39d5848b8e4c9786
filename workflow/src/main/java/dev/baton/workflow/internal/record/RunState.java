package dev.baton.workflow.internal.record;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.StepName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How far a run has come: all that is needed to tell of it and to take it up again. Immutable but
 * for the JSON inside, which nobody changes.
 *
 * @param arguments the prompt arguments that were given, of their types, in the order of definition
 * @param steps a record for every step, in the order of definition
 * @param inputs what a client has supplied for steps that are open, by step
 * @param pause why it stopped; empty while it runs and when it is done
 */
public record RunState(
    ObjectNode arguments,
    Map<StepName, StepRecord> steps,
    Map<StepName, ObjectNode> inputs,
    Optional<PauseReason> pause) {
  public RunState {
    steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  /** Before the first step. */
  public static RunState begin(SequentialWorkflow workflow, ObjectNode arguments) {
    var steps = new LinkedHashMap<StepName, StepRecord>();
    workflow.steps().forEach(step -> steps.put(step.name(), StepRecord.pending()));
    return new RunState(arguments, steps, Map.of(), Optional.empty());
  }

  /** The record of a step; one that nothing is known of is pending. */
  public StepRecord step(StepName name) {
    return Optional.ofNullable(steps.get(name)).orElseGet(StepRecord::pending);
  }

  /** What was supplied for a step; empty if nothing was. */
  public ObjectNode input(StepName name) {
    return Optional.ofNullable(inputs.get(name)).orElseGet(RunJson::object);
  }

  /** With another record of a step; what was supplied for one that completed is forgotten. */
  public RunState with(StepName name, StepRecord step) {
    var changed = new LinkedHashMap<>(steps);
    changed.put(name, step);
    var needed = new LinkedHashMap<>(inputs);
    if (!step.isOpen()) {
      needed.remove(name);
    }
    return new RunState(arguments, changed, needed, pause);
  }

  /**
   * With what a client supplies now, beside and in place of what it supplied before. A step that
   * was skipped is open again if something is supplied for it.
   */
  public RunState supplied(RunInputs more) {
    var all = new LinkedHashMap<>(inputs);
    var changed = new LinkedHashMap<>(steps);
    more.steps()
        .forEach(
            (name, arguments) -> {
              if (step(name).status() != StepStatus.COMPLETED && !arguments.isEmpty()) {
                all.merge(name, arguments, (known, given) -> known.deepCopy().setAll(given));
                changed.computeIfPresent(
                    name, (same, step) -> step.isOpen() ? step : StepRecord.pending());
              }
            });
    return new RunState(arguments, changed, all, pause);
  }

  public RunState paused(PauseReason reason) {
    return new RunState(arguments, steps, inputs, Optional.of(reason));
  }

  /** The same run, no longer paused. */
  public RunState goingOn() {
    return pause.isEmpty() ? this : new RunState(arguments, steps, inputs, Optional.empty());
  }

  /** If every step has completed. */
  public boolean isDone() {
    return steps.values().stream().noneMatch(StepRecord::isOpen);
  }

  /** All of it, secrets included: for a sealed envelope. */
  public ObjectNode toJson(SequentialWorkflow workflow) {
    var json = RunJson.object();
    json.set("arguments", arguments);
    var variables = json.putObject("variables");
    RunVariables.of(workflow, this)
        .forEach(
            (name, value) -> {
              if (!value.isNull()) {
                variables.set(name, value);
              }
            });
    return json;
  }

  /**
   * What {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static RunState fromJson(SequentialWorkflow workflow, JsonNode json) {
    if (json.path("arguments") instanceof ObjectNode arguments
        && json.path("variables") instanceof ObjectNode variables) {
      var map = new LinkedHashMap<String, JsonNode>();
      variables.forEachEntry(map::put);
      return RunVariables.read(workflow, arguments, map);
    }
    throw new IllegalArgumentException(
        "The state of a run of '%s' has arguments and variables, both objects; this has not"
            .formatted(workflow.name()));
  }
}
