package dev.baton.workflow;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.StepName;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The names that steps bind, and the steps that read them. */
final class Bindings {
  private static final String EARLIER = "the output of an earlier step";

  private final SequentialWorkflow workflow;
  private final List<WorkflowStep> steps;
  private final Set<Set<Integer>> cyclesTold = new HashSet<>();

  Bindings(SequentialWorkflow workflow) {
    this.workflow = workflow;
    this.steps = workflow.steps();
  }

  /** Names of this step that an earlier one has. */
  List<WorkflowProblem> duplicates(int index) {
    var step = steps.get(index);
    var spot = Spot.ofStep(workflow, index);
    if (earlier(index).anyMatch(other -> other.name().equals(step.name()))) {
      return List.of(
          spot.at("name")
              .problem(
                  Kind.DUPLICATE_STEP,
                  "duplicate step '%s'".formatted(step.name()),
                  "a name that no other step has"));
    }
    return earlier(index)
        .filter(other -> hasOutput(other) && hasOutput(step))
        .filter(other -> other.binding().equals(step.binding()))
        .limit(1)
        .map(
            other ->
                spot.at("bind")
                    .problem(
                        Kind.DUPLICATE_BINDING,
                        "duplicate binding '%s'".formatted(step.binding()),
                        "another name, because step '%s' has this".formatted(other.name())))
        .toList();
  }

  /** What is wrong with a step's reading of a binding, told once for each cycle. */
  List<WorkflowProblem> problems(int reader, BindingName binding, Spot spot) {
    if (earlier(reader).anyMatch(step -> hasOutput(step) && step.binding().equals(binding))) {
      return List.of();
    }
    var later = IntStream.range(reader, steps.size()).filter(i -> binds(i, binding)).findFirst();
    if (later.isEmpty()) {
      return List.of(unknown(reader, binding, spot));
    }
    var cycle = path(later.getAsInt(), reader);
    if (cycle.isEmpty()) {
      return List.of(later(reader, binding, spot, steps.get(later.getAsInt()).name()));
    }
    return cyclesTold.add(new HashSet<>(cycle)) ? List.of(cycle(reader, cycle, spot)) : List.of();
  }

  private WorkflowProblem unknown(int reader, BindingName binding, Spot spot) {
    var silent = steps.stream().anyMatch(it -> !hasOutput(it) && it.binding().equals(binding));
    return silent
        ? spot.problem(
            Kind.BINDING_WITHOUT_OUTPUT,
            "binding '%s' of a step without a tool".formatted(binding),
            EARLIER,
            available(reader))
        : spot.problem(
            Kind.UNKNOWN_BINDING,
            "unknown binding '%s'".formatted(binding),
            EARLIER,
            available(reader));
  }

  private WorkflowProblem later(int reader, BindingName binding, Spot spot, StepName binder) {
    return spot.problem(
        Kind.LATER_BINDING,
        "binding '%s' of the later step '%s'".formatted(binding, binder),
        EARLIER,
        available(reader));
  }

  private WorkflowProblem cycle(int reader, List<Integer> path, Spot spot) {
    var names =
        Stream.concat(Stream.of(reader), path.stream())
            .map(index -> "'%s'".formatted(steps.get(index).name()))
            .collect(Collectors.joining(" -> "));
    return spot.problem(
        Kind.CYCLE, "cycle " + names, "steps that read only from earlier ones", List.of());
  }

  /** The shortest way by which one step depends on another; empty if there is none. */
  private List<Integer> path(int from, int to) {
    Map<Integer, Integer> before = new HashMap<>();
    var open = new ArrayDeque<>(List.of(from));
    before.put(from, from);
    while (!open.isEmpty() && !before.containsKey(to)) {
      var step = open.remove();
      dependencies(step).filter(next -> before.putIfAbsent(next, step) == null).forEach(open::add);
    }
    return before.containsKey(to) ? walk(before, from, to) : List.of();
  }

  private static List<Integer> walk(Map<Integer, Integer> before, int from, int to) {
    var path = new ArrayList<Integer>(List.of(to));
    while (path.get(0) != from) {
      path.add(0, before.getOrDefault(path.get(0), from));
    }
    return path;
  }

  private Stream<Integer> dependencies(int reader) {
    return workflow
        .outputsRead(steps.get(reader))
        .flatMap(output -> binder(reader, output.binding()).stream().boxed());
  }

  /** The step whose output a reader gets: the last before it, else the first after it. */
  OptionalInt binder(int reader, BindingName binding) {
    var earlier = IntStream.range(0, reader).filter(i -> binds(i, binding)).max();
    return earlier.isPresent()
        ? earlier
        : IntStream.range(reader, steps.size()).filter(i -> binds(i, binding)).findFirst();
  }

  private boolean binds(int index, BindingName binding) {
    return hasOutput(steps.get(index)) && steps.get(index).binding().equals(binding);
  }

  private static boolean hasOutput(WorkflowStep step) {
    return step.tool().isPresent();
  }

  private Stream<WorkflowStep> earlier(int index) {
    return steps.subList(0, index).stream();
  }

  /** The outputs that a step can read. */
  List<String> available(int reader) {
    return earlier(reader)
        .filter(Bindings::hasOutput)
        .map(step -> step.binding().value())
        .distinct()
        .toList();
  }
}
