package dev.baton.workflow.run;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.StepName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a client supplies for steps, beside or in place of what the workflow maps: arguments by
 * step. A step that is named may run though it is destructive, or was interrupted.
 */
public record RunInputs(Map<StepName, ObjectNode> steps) {
  private static final RunInputs NONE = new RunInputs(Map.of());

  public RunInputs {
    steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
  }

  public static RunInputs none() {
    return NONE;
  }

  /**
   * Reads {@code {step: {argument: value}}}.
   *
   * @throws InvalidArgumentsException that lists every step that there is not, and every value that
   *     is no object
   */
  public static RunInputs read(SequentialWorkflow workflow, JsonNode json) {
    var inputs = new LinkedHashMap<StepName, ObjectNode>();
    var problems = new ArrayList<ArgumentProblem>();
    var known = workflow.steps().stream().map(step -> step.name().value()).toList();
    json.forEachEntry(
        (name, value) -> {
          if (!known.contains(name)) {
            problems.add(
                new ArgumentProblem(
                    name,
                    ArgumentProblem.Kind.UNKNOWN,
                    "unknown step '%s' (known: %s)".formatted(name, String.join(", ", known))));
          } else if (value instanceof ObjectNode arguments) {
            inputs.put(new StepName(name), arguments);
          } else {
            problems.add(
                new ArgumentProblem(
                    name,
                    ArgumentProblem.Kind.INVALID,
                    "step '%s' takes an object of arguments, got %s".formatted(name, value)));
          }
        });
    if (!problems.isEmpty()) {
      throw new InvalidArgumentsException(
          "Workflow '%s' cannot take these inputs".formatted(workflow.name()), problems);
    }
    return new RunInputs(inputs);
  }

  boolean name(StepName step) {
    return steps.containsKey(step);
  }
}
