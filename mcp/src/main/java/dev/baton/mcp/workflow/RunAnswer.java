package dev.baton.mcp.workflow;

import dev.baton.mcp.internal.durable.RunHome;
import dev.baton.workflow.internal.narrative.RunReport;
import dev.baton.workflow.internal.run.RunOutcome;
import tools.jackson.databind.node.ObjectNode;

/** How a run ended for this request, and where it is stored. */
record RunAnswer(RunOutcome outcome, RunHome home, ServerHost host) {
  /** The run as data: {@code {workflow, status, steps, result, handoff}}. */
  ObjectNode report() {
    return RunReport.of(outcome, home.narration(outcome));
  }
}
