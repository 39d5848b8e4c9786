package dev.baton.workflow;

import java.util.List;

/** Finds the mistakes in workflows. Immutable, thread safe. */
public final class WorkflowCheck {
  private WorkflowCheck() {}

  /** What is wrong with the definition in itself, in its order; empty if nothing. */
  public static List<WorkflowProblem> definition(SequentialWorkflow workflow) {
    return new DefinitionCheck(workflow).problems();
  }
}
