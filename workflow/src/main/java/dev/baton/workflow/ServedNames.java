package dev.baton.workflow;

import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.WorkflowProblem.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The names under which workflows are served, and who else has them. */
final class ServedNames {
  private final ServerCatalog catalog;
  private final List<SequentialWorkflow> workflows;

  ServedNames(ServerCatalog catalog, Collection<SequentialWorkflow> workflows) {
    this.catalog = catalog;
    this.workflows = List.copyOf(workflows);
  }

  /** If a workflow is served as this tool. */
  boolean isWorkflowTool(String tool) {
    return workflows.stream()
        .anyMatch(it -> it.servedAs().contains(ServedAs.TOOL) && it.toolName().equals(tool));
  }

  /** The names of this workflow that something else has, or a workflow that came earlier. */
  List<WorkflowProblem> clashes(SequentialWorkflow workflow, List<SequentialWorkflow> earlier) {
    var problems = new ArrayList<WorkflowProblem>();
    var name = Spot.of(workflow).at("name");
    if (earlier.stream().anyMatch(it -> it.name().equals(workflow.name()))
        || catalog.promptNames().contains(workflow.name())) {
      problems.add(
          name.problem(
              Kind.NAME_CLASH,
              "name '%s' of another prompt".formatted(workflow.name()),
              "a name that no other prompt has"));
    } else if (workflow.servedAs().contains(ServedAs.TOOL) && isTaken(workflow, earlier)) {
      problems.add(
          name.problem(
              Kind.NAME_CLASH,
              "name '%s', whose tool would be '%s', the name of another tool"
                  .formatted(workflow.name(), workflow.toolName()),
              "another name, or a workflow that is not served as a tool"));
    }
    return problems;
  }

  private boolean isTaken(SequentialWorkflow workflow, List<SequentialWorkflow> earlier) {
    return catalog.findTool(workflow.toolName()).isPresent()
        || earlier.stream()
            .filter(it -> it.servedAs().contains(ServedAs.TOOL))
            .anyMatch(it -> it.toolName().equals(workflow.toolName()));
  }
}
