package dev.baton.mcp.workflow;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.WorkflowHost;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the steps of one run, for a workflow whose steps depend on what there is: the same step for
 * every item of a list. Must be thread safe.
 */
@FunctionalInterface
public interface Unfolding {
  /**
   * The workflow that is run.
   *
   * @param outline the workflow as it is listed
   * @param arguments of the prompt, checked
   * @param host calls tools for the caller of the prompt
   * @return the outline with other steps
   */
  SequentialWorkflow unfold(SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host)
      throws InterruptedException;
}
