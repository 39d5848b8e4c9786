package dev.baton.workflow;

import dev.baton.internal.schema.JsonTypes;
import dev.baton.internal.schema.SchemaView;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.DataSource;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks whether the value of a source can fit the argument of the tool that it goes to. */
final class SourceFit implements DataSource.Visitor<List<WorkflowProblem>> {
  /** The argument that a source goes to. */
  record Target(Spot spot, int step, ToolFacts tool, String argument) {
    JsonTypes types() {
      return SchemaView.root(tool.inputSchema()).child(argument).types();
    }

    String name() {
      return "'%s' of tool '%s'".formatted(argument, tool.name());
    }

    List<WorkflowProblem> mismatch(String source, JsonTypes given) {
      return given.mayFit(types())
          ? List.of()
          : List.of(
              spot.problem(
                  Kind.TYPE_MISMATCH,
                  "%s of type %s for %s".formatted(source, given, name()),
                  types().toString()));
    }
  }

  private final ServerCatalog catalog;
  private final SequentialWorkflow workflow;
  private final Target target;

  SourceFit(ServerCatalog catalog, SequentialWorkflow workflow, Target target) {
    this.catalog = catalog;
    this.workflow = workflow;
    this.target = target;
  }

  @Override
  public List<WorkflowProblem> promptArgument(DataSource.PromptArgument source) {
    return workflow.arguments().stream()
        .filter(argument -> argument.name().equals(source.name()))
        .findFirst()
        .map(this::promptArgument)
        .orElse(List.of());
  }

  private List<WorkflowProblem> promptArgument(WorkflowArgument argument) {
    var source = "prompt argument '%s'".formatted(argument.name());
    var mismatch = target.mismatch(source, JsonTypes.named(argument.type().wireName()));
    return mismatch.isEmpty() ? valuesThatNeverFit(argument, source) : mismatch;
  }

  /** One problem, if the tool takes none of the values that the argument allows. */
  private List<WorkflowProblem> valuesThatNeverFit(WorkflowArgument argument, String source) {
    var check = new ConstantCheck(target.tool(), target.argument());
    var wrong =
        argument.allowedValues().stream()
            .flatMap(value -> argument.type().read(value).stream())
            .map(check::violations)
            .toList();
    return wrong.isEmpty() || wrong.stream().anyMatch(List::isEmpty)
        ? List.of()
        : List.of(
            target
                .spot()
                .problem(
                    Kind.TYPE_MISMATCH,
                    "%s, none of whose values fits %s".formatted(source, target.name()),
                    "a value of its schema: " + wrong.get(0).get(0)));
  }

  @Override
  public List<WorkflowProblem> stepOutput(DataSource.StepOutput source) {
    var found = new KnownOutputs(catalog, workflow).find(target.step(), source, target.spot());
    return found
        .schema()
        .map(schema -> target.mismatch("output '%s'".formatted(source.shown()), schema.types()))
        .orElse(found.problems());
  }

  @Override
  public List<WorkflowProblem> resourceContent(DataSource.ResourceContent source) {
    return target.mismatch("resource '%s'".formatted(source.resource()), JsonTypes.named("string"));
  }

  @Override
  public List<WorkflowProblem> constant(DataSource.Constant source) {
    return new ConstantCheck(target.tool(), target.argument())
        .violations(new Templates(source.value())).stream()
            .map(
                violation ->
                    target
                        .spot()
                        .problem(
                            Kind.CONSTANT_AGAINST_SCHEMA,
                            "constant %s for %s".formatted(shown(source.value()), target.name()),
                            "a value of its schema: " + violation))
            .toList();
  }

  private static String shown(JsonNode value) {
    var json = value.toString();
    return json.length() <= 60 ? json : json.substring(0, 60) + "…";
  }

  @Override
  public List<WorkflowProblem> computed(DataSource.Computed source) {
    return List.of();
  }

  @Override
  public List<WorkflowProblem> taskVariable(DataSource.TaskVariable source) {
    return List.of();
  }
}
