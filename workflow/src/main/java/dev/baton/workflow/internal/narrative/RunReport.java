package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.internal.record.RunVariables;
import dev.baton.workflow.internal.run.RunOutcome;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A run's outcome as data. */
public final class RunReport {
  private RunReport() {}

  /**
   * What the tool that runs a workflow answers: {@code {workflow, status, steps, result, handoff}}.
   * The result is that of the last step that completed, null if none has; the handoff is null if
   * the run has completed.
   */
  public static ObjectNode of(RunOutcome outcome, Narration narration) {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("workflow", outcome.workflow().name())
            .put("status", outcome.status());
    json.set("steps", steps(outcome));
    json.set("result", outcome.lastOutput().orElse(null));
    return json.put("handoff", Handoff.text(outcome, narration).orElse(null));
  }

  /** The steps with their status, and why the workflow has skipped one. */
  private static ArrayNode steps(RunOutcome outcome) {
    var steps = RunVariables.steps(outcome.workflow(), outcome.state());
    for (int i = 0; i < steps.size(); i++) {
      if (steps.path(i) instanceof ObjectNode step) {
        outcome
            .state()
            .step(outcome.workflow().steps().get(i).name())
            .whyLeftOut()
            .ifPresent(why -> step.put("reason", why));
      }
    }
    return steps;
  }
}
