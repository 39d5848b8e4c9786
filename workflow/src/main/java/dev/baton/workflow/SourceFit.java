package dev.baton.workflow;

import dev.baton.schema.JsonTypes;
import dev.baton.schema.SchemaView;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Whether what a source gives can fit the argument of the tool that it goes to. */
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
    var binder = new Bindings(workflow).binder(target.step(), source.binding());
    if (binder.isEmpty() || binder.getAsInt() >= target.step()) {
      return List.of();
    }
    return outputOf(workflow.steps().get(binder.getAsInt()))
        .map(output -> stepOutput(source, SchemaView.root(output)))
        .orElse(List.of());
  }

  private Optional<? extends JsonNode> outputOf(WorkflowStep step) {
    return step.outputTransform().isPresent()
        ? Optional.empty()
        : step.tool()
            .flatMap(tool -> catalog.findTool(tool.name()))
            .flatMap(ToolFacts::outputSchema);
  }

  private List<WorkflowProblem> stepOutput(DataSource.StepOutput source, SchemaView output) {
    var here = output;
    for (var segment : source.field().map(FieldPath::segments).orElse(List.of())) {
      if (here.lacks(segment)) {
        return List.of(unknownField(source, segment, here));
      }
      here = here.child(segment);
    }
    var name = source.field().map(field -> source.binding() + "." + field);
    return target.mismatch(
        "output '%s'".formatted(name.orElse(source.binding().value())), here.types());
  }

  private WorkflowProblem unknownField(
      DataSource.StepOutput source, String segment, SchemaView here) {
    var path = source.field().map(FieldPath::value).orElse(segment);
    return target
        .spot()
        .problem(
            Kind.UNKNOWN_FIELD,
            (path.equals(segment)
                ? "unknown field '%s' of output '%s'".formatted(segment, source.binding())
                : "unknown field '%s' in '%s' of output '%s'"
                    .formatted(segment, path, source.binding())),
            "no field of a value of type " + here.types(),
            here.fieldNames());
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
