package dev.baton.workflow.internal.record;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.reference.StepName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Arguments by step that a client supplies, beside or in place of those that the workflow maps. A
 * step that is named may run though it is destructive, or was interrupted.
 *
 * @param leftOut steps of which nothing is to be done
 */
public record RunInputs(Map<StepName, ObjectNode> steps, Set<StepName> leftOut) {
  private static final RunInputs NONE = new RunInputs(Map.of());

  public RunInputs {
    steps = Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    leftOut = Collections.unmodifiableSet(new LinkedHashSet<>(leftOut));
  }

  public RunInputs(Map<StepName, ObjectNode> steps) {
    this(steps, Set.of());
  }

  public static RunInputs none() {
    return NONE;
  }

  /**
   * Reads {@code {step: {argument: value}}}, where null in place of arguments leaves a step out.
   *
   * @throws InvalidArgumentsException that lists every step that there is not, and every value that
   *     is no object
   */
  public static RunInputs read(SequentialWorkflow workflow, JsonNode json) {
    var inputs = new LinkedHashMap<StepName, ObjectNode>();
    var leftOut = new LinkedHashSet<StepName>();
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
          } else if (value.isNull()) {
            leftOut.add(new StepName(name));
          } else {
            problems.add(
                new ArgumentProblem(
                    name,
                    ArgumentProblem.Kind.INVALID,
                    "step '%s' takes an object of arguments, got %s".formatted(name, value)));
          }
        });
    if (!problems.isEmpty()) {
      throw refused(workflow, problems);
    }
    return new RunInputs(inputs, leftOut);
  }

  /**
   * The same, if no tool refuses one of these arguments by its name.
   *
   * @param tools what is known of a tool, by its name
   * @throws InvalidArgumentsException that lists every argument that a tool does not have
   */
  public RunInputs accepted(
      SequentialWorkflow workflow, Function<String, Optional<ToolFacts>> tools) {
    var problems = new ArrayList<ArgumentProblem>();
    for (var step : workflow.steps()) {
      var given = Optional.ofNullable(steps.get(step.name())).orElseGet(RunJson::object);
      step.tool()
          .flatMap(tool -> tools.apply(tool.name()))
          .map(ToolFacts::inputSchema)
          .filter(RunInputs::isClosed)
          .ifPresent(schema -> problems.addAll(unknown(step.name(), given, schema)));
    }
    if (!problems.isEmpty()) {
      throw refused(workflow, problems);
    }
    return this;
  }

  /** If the schema takes no arguments but those that it names. */
  private static boolean isClosed(ObjectNode schema) {
    var others = schema.path("additionalProperties");
    return others.isBoolean() && !others.asBoolean() && !schema.has("patternProperties");
  }

  private static List<ArgumentProblem> unknown(StepName step, ObjectNode given, ObjectNode schema) {
    var known = schema.path("properties");
    return given.propertyNames().stream()
        .filter(name -> !known.has(name))
        .map(
            name ->
                new ArgumentProblem(
                    name,
                    ArgumentProblem.Kind.UNKNOWN,
                    "step '%s' has no argument '%s' (known: %s)"
                        .formatted(step, name, String.join(", ", known.propertyNames()))))
        .toList();
  }

  private static InvalidArgumentsException refused(
      SequentialWorkflow workflow, List<ArgumentProblem> problems) {
    return new InvalidArgumentsException(
        "Workflow '%s' cannot take these inputs".formatted(workflow.name()), problems);
  }

  /** If a step is named without values: it is wanted as it stands. */
  public boolean wants(StepName step) {
    var given = steps.get(step);
    return given != null && given.isEmpty();
  }

  public boolean name(StepName step) {
    return steps.containsKey(step);
  }
}
