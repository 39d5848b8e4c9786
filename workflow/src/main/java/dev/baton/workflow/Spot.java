package dev.baton.workflow;

import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.StepName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JsonPointer;

/** A place in the definition of a workflow, where a problem can be. */
record Spot(String workflow, Optional<StepName> step, JsonPointer place) {
  static Spot of(SequentialWorkflow workflow) {
    return new Spot(workflow.name(), Optional.empty(), JsonPointer.empty());
  }

  static Spot ofStep(SequentialWorkflow workflow, int index) {
    var steps = of(workflow).at("steps").at(index);
    return new Spot(steps.workflow, Optional.of(workflow.steps().get(index).name()), steps.place);
  }

  Spot at(String key) {
    return new Spot(workflow, step, place.appendProperty(key));
  }

  Spot at(int index) {
    return new Spot(workflow, step, place.appendIndex(index));
  }

  WorkflowProblem problem(Kind kind, String found, String expected) {
    return problem(kind, found, expected, List.of());
  }

  WorkflowProblem problem(Kind kind, String found, String expected, Collection<String> available) {
    return new WorkflowProblem(
        kind, workflow, step, place, found, expected, List.copyOf(available), OptionalInt.empty());
  }
}
