package dev.baton.workflow;

import dev.baton.internal.schema.SchemaView;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks one workflow against the tools and resources of a server. */
final class ServerCheck {
  private final ServerCatalog catalog;
  private final ServedNames names;
  private final SequentialWorkflow workflow;
  private final List<WorkflowProblem> problems = new ArrayList<>();

  ServerCheck(ServerCatalog catalog, ServedNames names, SequentialWorkflow workflow) {
    this.catalog = catalog;
    this.names = names;
    this.workflow = workflow;
  }

  List<WorkflowProblem> problems() {
    checkResources(Spot.of(workflow).at("instructions"), workflow.instructions());
    for (var i = 0; i < workflow.steps().size(); i++) {
      checkStep(i);
    }
    return List.copyOf(problems);
  }

  private void checkStep(int index) {
    var step = workflow.steps().get(index);
    var spot = Spot.ofStep(workflow, index);
    step.tool().ifPresent(tool -> checkTool(spot, step, tool.name(), index));
    step.arguments()
        .forEach(
            (name, source) -> {
              if (source instanceof DataSource.ResourceContent content) {
                checkResource(spot.at("args").at(name.value()), content.resource());
              }
            });
    checkResources(spot.at("resources"), step.resources());
    checkTexts(spot, index, step);
    for (var i = 0; i < step.requirements().size(); i++) {
      checkRequirement(spot.at("require").at(i), index, step.requirements().get(i));
    }
  }

  /** Fields of outputs that stand in guidance, constants and URIs. */
  private void checkTexts(Spot spot, int reader, WorkflowStep step) {
    step.guidance().ifPresent(text -> checkFields(spot.at("guidance"), reader, text.variables()));
    for (var i = 0; i < step.resources().size(); i++) {
      checkFields(spot.at("resources").at(i), reader, step.resources().get(i).variables());
    }
    step.arguments()
        .forEach(
            (name, source) ->
                checkFields(
                    spot.at("args").at(name.value()), reader, WorkflowStep.variablesIn(source)));
    for (var i = 0; i < step.requirements().size(); i++) {
      checkFields(
          spot.at("require").at(i),
          reader,
          TextTemplate.variablesIn(step.requirements().get(i).wanted()));
    }
  }

  private void checkFields(Spot spot, int reader, Set<String> variables) {
    var known = new KnownOutputs(catalog, workflow);
    variables.stream()
        .flatMap(name -> workflow.outputNamed(name).stream())
        .flatMap(output -> known.find(reader, output, spot).problems().stream())
        .forEach(problems::add);
  }

  private void checkRequirement(Spot spot, int reader, Requirement requirement) {
    var output = requirement.output();
    var found = new KnownOutputs(catalog, workflow).find(reader, output, spot);
    problems.addAll(found.problems());
    if (found.schema().isEmpty() || requirement.condition() == Requirement.Condition.EXISTS) {
      return;
    }
    var schema = found.schema().get();
    requirement.values().stream()
        .filter(value -> new Templates(value).places().isEmpty() && !schema.mayBe(value))
        .map(
            value ->
                spot.problem(
                    Kind.TYPE_MISMATCH,
                    "%s, which output '%s' can never be".formatted(value, output.shown()),
                    "a value of type " + schema.types(),
                    schema.choices()))
        .forEach(problems::add);
  }

  private void checkTool(Spot spot, WorkflowStep step, String name, int index) {
    var facts = catalog.findTool(name);
    if (facts.isPresent()) {
      checkArguments(spot, step, facts.get(), index);
    } else if (!names.isWorkflowTool(name)) {
      problems.add(
          spot.at("tool")
              .problem(
                  Kind.UNKNOWN_TOOL,
                  "unknown tool '%s'".formatted(name),
                  "a tool of this server",
                  catalog.toolNames()));
    }
  }

  private void checkArguments(Spot spot, WorkflowStep step, ToolFacts tool, int index) {
    var input = SchemaView.root(tool.inputSchema());
    step.arguments()
        .forEach(
            (name, source) -> {
              var argument = spot.at("args").at(name.value());
              if (input.lacks(name.value())) {
                problems.add(unknownArgument(argument, tool, name, input));
              } else {
                var target = new SourceFit.Target(argument, index, tool, name.value());
                problems.addAll(source.accept(new SourceFit(catalog, workflow, target)));
              }
            });
    if (step.guidance().isEmpty()) {
      input.required().stream()
          .filter(name -> !isMapped(step, name))
          .map(name -> unmapped(spot.at("args"), tool, name))
          .forEach(problems::add);
    }
  }

  private static boolean isMapped(WorkflowStep step, String name) {
    return step.arguments().keySet().stream().anyMatch(it -> it.value().equals(name));
  }

  private static WorkflowProblem unknownArgument(
      Spot spot, ToolFacts tool, ArgName name, SchemaView input) {
    return spot.problem(
        Kind.UNKNOWN_TOOL_ARGUMENT,
        "unknown argument '%s' of tool '%s'".formatted(name, tool.name()),
        "no arguments",
        input.fieldNames());
  }

  private static WorkflowProblem unmapped(Spot spot, ToolFacts tool, String name) {
    return spot.problem(
        Kind.UNMAPPED_TOOL_ARGUMENT,
        "nothing for the required argument '%s' of tool '%s'".formatted(name, tool.name()),
        "a source for it, or guidance so that the client gives it");
  }

  private void checkResources(Spot list, List<ResourceHandle> resources) {
    for (var i = 0; i < resources.size(); i++) {
      checkResource(list.at(i), resources.get(i));
    }
  }

  private void checkResource(Spot spot, ResourceHandle resource) {
    if (!catalog.hasResource(resource.uri().value())) {
      problems.add(
          spot.problem(
              Kind.UNKNOWN_RESOURCE,
              "unknown resource '%s'".formatted(resource),
              "a resource of this server",
              catalog.resourceUris()));
    }
  }
}
