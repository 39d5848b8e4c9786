package dev.baton.mcp.workflow;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.internal.run.WorkflowHost;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the steps of one run, for a workflow whose steps depend on what there is: the same step for
 * every item of a list. Must be thread safe.
 */
public interface Unfolding {
  /**
   * Finds what the steps of a run depend on, once, when it begins. A durable run keeps it.
   *
   * @param outline the workflow as it is listed
   * @param arguments of the prompt, checked
   * @param host calls tools for the caller of the prompt
   * @return such as the items of a list; nothing secret
   */
  JsonNode find(SequentialWorkflow outline, ObjectNode arguments, WorkflowHost host)
      throws InterruptedException;

  /**
   * The workflow that is run: the same whenever it is made of the same, so that a run can go on.
   *
   * @param found what was found when the run began
   * @return the outline with other steps
   */
  SequentialWorkflow unfold(SequentialWorkflow outline, JsonNode found);
}
