package dev.baton.workflow;

import dev.baton.internal.schema.SchemaView;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.FieldPath;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a server says about the outputs that the steps of a workflow read. */
final class KnownOutputs {
  private final ServerCatalog catalog;
  private final SequentialWorkflow workflow;

  KnownOutputs(ServerCatalog catalog, SequentialWorkflow workflow) {
    this.catalog = catalog;
    this.workflow = workflow;
  }

  /**
   * What is known of a value.
   *
   * @param problems why there can be no such value; empty if there can be
   */
  record Found(Optional<SchemaView> schema, List<WorkflowProblem> problems) {
    static final Found NOTHING = new Found(Optional.empty(), List.of());
  }

  /** What a reader gets, where it says so. */
  Found find(int reader, DataSource.StepOutput source, Spot spot) {
    var binder = new Bindings(workflow).binder(reader, source.binding());
    if (binder.isEmpty() || binder.getAsInt() >= reader) {
      return Found.NOTHING;
    }
    return outputOf(workflow.steps().get(binder.getAsInt()))
        .map(output -> find(source, SchemaView.root(output), spot))
        .orElse(Found.NOTHING);
  }

  private Optional<? extends JsonNode> outputOf(WorkflowStep step) {
    return step.outputTransform().isPresent()
        ? Optional.empty()
        : step.tool()
            .flatMap(tool -> catalog.findTool(tool.name()))
            .flatMap(ToolFacts::outputSchema);
  }

  private static Found find(DataSource.StepOutput source, SchemaView output, Spot spot) {
    var here = output;
    for (var segment : source.field().map(FieldPath::segments).orElse(List.of())) {
      if (here.lacks(segment)) {
        return new Found(Optional.empty(), List.of(unknownField(source, segment, here, spot)));
      }
      here = here.child(segment);
    }
    return new Found(Optional.of(here), List.of());
  }

  private static WorkflowProblem unknownField(
      DataSource.StepOutput source, String segment, SchemaView here, Spot spot) {
    var path = source.field().map(FieldPath::value).orElse(segment);
    return spot.problem(
        Kind.UNKNOWN_FIELD,
        (path.equals(segment)
            ? "unknown field '%s' of output '%s'".formatted(segment, source.binding())
            : "unknown field '%s' in '%s' of output '%s'"
                .formatted(segment, path, source.binding())),
        "no field of a value of type " + here.types(),
        here.fieldNames());
  }
}
