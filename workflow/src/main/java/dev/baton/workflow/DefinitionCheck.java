package dev.baton.workflow;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.internal.NameRule;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.Requirement.Condition;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks a workflow against itself: names, references, variables. */
final class DefinitionCheck {
  // why 124: it is served as the tool run_<name> too, and a tool's name has at most 128
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,124}");

  private final SequentialWorkflow workflow;
  private final Spot root;
  private final DeclaredArguments declared;
  private final Bindings bindings;
  private final List<WorkflowProblem> problems = new ArrayList<>();

  DefinitionCheck(SequentialWorkflow workflow) {
    this.workflow = workflow;
    this.root = Spot.of(workflow);
    this.declared = new DeclaredArguments(workflow);
    this.bindings = new Bindings(workflow);
  }

  List<WorkflowProblem> problems() {
    checkName();
    checkSettings();
    problems.addAll(declared.problems());
    checkResources(root.at("instructions"), workflow.instructions());
    if (workflow.steps().isEmpty()) {
      problems.add(root.at("steps").problem(Kind.NO_STEPS, "no steps", "at least one step"));
    }
    for (var i = 0; i < workflow.steps().size(); i++) {
      checkStep(i);
    }
    return List.copyOf(problems);
  }

  private void checkName() {
    var name = workflow.name();
    if (name.isBlank()) {
      problems.add(root.at("name").problem(Kind.MISSING_NAME, "no name", "a name"));
    } else if (!NAME.matcher(name).matches()) {
      problems.add(
          root.at("name")
              .problem(
                  Kind.INVALID_NAME,
                  "name '%s'".formatted(NameRule.shown(name)),
                  "at most 124 letters, digits, '_', '-' and '.'"));
    }
  }

  private void checkSettings() {
    if (workflow.timeBudget().isZero() || workflow.timeBudget().isNegative()) {
      problems.add(
          root.problem(
              Kind.INVALID_VALUE,
              "time budget of " + workflow.timeBudget(),
              "a time greater than zero"));
    }
    if (workflow.servedAs().isEmpty()) {
      problems.add(
          root.problem(
              Kind.INVALID_VALUE, "served in no way", "at least one of prompt, tool and skill"));
    }
  }

  private void checkStep(int index) {
    var step = workflow.steps().get(index);
    var spot = Spot.ofStep(workflow, index);
    problems.addAll(bindings.duplicates(index));
    if (step.tool().isEmpty()) {
      checkWithoutTool(spot, step);
    }
    step.arguments()
        .forEach(
            (name, source) -> {
              var argument = spot.at("args").at(name.value());
              problems.addAll(source.accept(new SourceCheck(argument, index)));
            });
    for (var i = 0; i < step.requirements().size(); i++) {
      checkRequirement(spot.at("require").at(i), index, step.requirements().get(i));
    }
    step.guidance().ifPresent(text -> checkVariables(spot.at("guidance"), index, List.of(text)));
    for (var i = 0; i < step.resources().size(); i++) {
      var uri = new TextTemplate(step.resources().get(i).uri().value());
      checkVariables(spot.at("resources").at(i), index, List.of(uri));
    }
    step.timeout()
        .filter(timeout -> timeout.isZero() || timeout.isNegative())
        .map(timeout -> "timeout of " + timeout)
        .map(found -> timeoutProblem(spot, found))
        .ifPresent(problems::add);
  }

  private void checkVariables(Spot spot, int reader, List<TextTemplate> texts) {
    problems.addAll(unbound(spot, reader, texts));
  }

  /** What is wrong with the variables in texts of a step, which may read earlier outputs. */
  private List<WorkflowProblem> unbound(Spot spot, int reader, List<TextTemplate> texts) {
    return Stream.concat(
            texts.stream()
                .flatMap(text -> text.variables().stream())
                .distinct()
                .flatMap(name -> unbound(spot, reader, name)),
            misspelt(spot, reader, texts))
        .toList();
  }

  private Stream<WorkflowProblem> misspelt(Spot spot, int reader, List<TextTemplate> texts) {
    var known =
        Stream.concat(declared.names().stream(), bindings.available(reader).stream()).toList();
    return texts.stream()
        .flatMap(text -> text.misspelt(known).stream())
        .distinct()
        .map(
            text ->
                spot.problem(
                    Kind.UNBOUND_VARIABLE,
                    "misspelt variable '{%s}'".formatted(text),
                    "letters, digits, '_', '-' and '.' alone in braces, or {{ for a literal brace"));
  }

  private Stream<WorkflowProblem> unbound(Spot spot, int reader, String name) {
    return workflow
        .outputNamed(name)
        .map(output -> bindings.problems(reader, output.binding(), spot))
        .orElseGet(() -> declared.unboundInStep(spot, name, bindings.available(reader)))
        .stream();
  }

  private void checkRequirement(Spot spot, int reader, Requirement requirement) {
    problems.addAll(bindings.problems(reader, requirement.output().binding(), spot));
    checkVariables(spot, reader, TextTemplate.in(requirement.wanted()));
    var wanted = requirement.wanted();
    if (requirement.condition() == Condition.IN && (!wanted.isArray() || wanted.isEmpty())) {
      problems.add(spot.problem(Kind.INVALID_VALUE, "in " + wanted, "a list of values"));
    }
    if (requirement.condition() == Condition.EXISTS && !wanted.isBoolean()) {
      problems.add(spot.problem(Kind.INVALID_VALUE, "exists " + wanted, "true or false"));
    }
  }

  private static WorkflowProblem timeoutProblem(Spot step, String found) {
    return step.at("timeout_ms").problem(Kind.INVALID_VALUE, found, "a time greater than zero");
  }

  private void checkWithoutTool(Spot spot, WorkflowStep step) {
    if (step.guidance().isEmpty() && step.resources().isEmpty()) {
      problems.add(spot.problem(Kind.EMPTY_STEP, "nothing to do", "a tool, resources or guidance"));
    }
    for (var name : step.arguments().keySet()) {
      problems.add(
          spot.at("args")
              .at(name.value())
              .problem(
                  Kind.STEP_WITHOUT_TOOL,
                  "argument '%s' without a tool".formatted(name),
                  "a tool that takes it"));
    }
    if (!step.binding().value().equals(step.name().value())) {
      problems.add(
          spot.at("bind")
              .problem(
                  Kind.STEP_WITHOUT_TOOL,
                  "binding '%s' without a tool".formatted(step.binding()),
                  "a tool whose output it names"));
    }
  }

  private void checkResources(Spot list, List<ResourceHandle> resources) {
    for (var i = 0; i < resources.size(); i++) {
      problems.addAll(declared.unbound(list.at(i), resources.get(i)));
    }
  }

  /** What can be wrong with where one argument of a step comes from. */
  private final class SourceCheck implements DataSource.Visitor<List<WorkflowProblem>> {
    private final Spot spot;
    private final int step;

    SourceCheck(Spot spot, int step) {
      this.spot = spot;
      this.step = step;
    }

    @Override
    public List<WorkflowProblem> promptArgument(DataSource.PromptArgument source) {
      return declared.undeclared(spot, source.name());
    }

    @Override
    public List<WorkflowProblem> stepOutput(DataSource.StepOutput source) {
      return bindings.problems(step, source.binding(), spot);
    }

    @Override
    public List<WorkflowProblem> resourceContent(DataSource.ResourceContent source) {
      return unbound(spot, step, List.of(new TextTemplate(source.resource().uri().value())));
    }

    @Override
    public List<WorkflowProblem> constant(DataSource.Constant source) {
      return unbound(spot, step, TextTemplate.in(source.value()));
    }

    @Override
    public List<WorkflowProblem> computed(DataSource.Computed source) {
      return List.of();
    }

    @Override
    public List<WorkflowProblem> taskVariable(DataSource.TaskVariable source) {
      return workflow.durable()
          ? List.of()
          : List.of(
              spot.problem(
                  Kind.VARIABLE_WITHOUT_TASK,
                  "variable '%s' without a durable task".formatted(source.name()),
                  "a durable workflow"));
    }
  }
}
