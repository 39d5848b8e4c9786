package dev.baton.workflow;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.ResourceHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The arguments that a workflow declares, and what is wrong with them and with their use. */
final class DeclaredArguments {
  private final SequentialWorkflow workflow;
  private final Set<String> names;

  DeclaredArguments(SequentialWorkflow workflow) {
    this.workflow = workflow;
    this.names =
        workflow.arguments().stream()
            .map(argument -> argument.name().value())
            .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  Set<String> names() {
    return names;
  }

  /** What is wrong with the declarations. */
  List<WorkflowProblem> problems() {
    var problems = new ArrayList<WorkflowProblem>();
    var seen = new HashSet<ArgName>();
    for (var i = 0; i < workflow.arguments().size(); i++) {
      var argument = workflow.arguments().get(i);
      var spot = Spot.of(workflow).at("arguments").at(i);
      if (!seen.add(argument.name())) {
        problems.add(
            spot.at("name")
                .problem(
                    Kind.DUPLICATE_ARGUMENT,
                    "duplicate argument '%s'".formatted(argument.name()),
                    "a name that no other argument has"));
      }
      problems.addAll(unfit(spot.at("values"), argument));
    }
    return problems;
  }

  private static List<WorkflowProblem> unfit(Spot spot, WorkflowArgument argument) {
    return argument.allowedValues().stream()
        .filter(value -> argument.type().read(value).isEmpty())
        .map(
            value ->
                spot.problem(
                    Kind.INVALID_VALUE,
                    "value '%s' of argument '%s'".formatted(value, argument.name()),
                    "values of type " + argument.type().wireName()))
        .toList();
  }

  List<WorkflowProblem> undeclared(Spot spot, ArgName name) {
    return names.contains(name.value())
        ? List.of()
        : List.of(
            spot.problem(
                Kind.UNDECLARED_ARGUMENT,
                "undeclared argument '%s'".formatted(name),
                "a declared argument",
                names));
  }

  List<WorkflowProblem> unbound(Spot spot, ResourceHandle resource) {
    return unbound(spot, resource.variables());
  }

  private List<WorkflowProblem> unbound(Spot spot, Set<String> variables) {
    return variables.stream()
        .flatMap(
            name ->
                unbound(spot, name, "a declared argument, or {{ for a literal brace", List.of()))
        .toList();
  }

  /** The same of one in a step, where fields of outputs have names too. */
  List<WorkflowProblem> unboundInStep(Spot spot, String variable, List<String> outputs) {
    var isField = variable.contains(".");
    var others = isField ? " a field of an earlier output," : "";
    return unbound(
            spot,
            variable,
            "a declared argument,%s or {{ for a literal brace".formatted(others),
            isField ? outputs : List.of())
        .toList();
  }

  private Stream<WorkflowProblem> unbound(
      Spot spot, String variable, String expected, List<String> outputs) {
    return names.contains(variable)
        ? Stream.empty()
        : Stream.of(
            spot.problem(
                Kind.UNBOUND_VARIABLE,
                "unbound variable '{%s}'".formatted(variable),
                expected,
                Stream.concat(names.stream(), outputs.stream()).distinct().toList()));
  }
}
