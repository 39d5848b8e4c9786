package dev.baton.mcp.workflow;

import dev.baton.mcp.workflow.durable.RunHome;
import dev.baton.workflow.run.RunOutcome;
import dev.baton.workflow.run.narrative.RunReport;
import tools.jackson.databind.node.ObjectNode;

/** How a run ended for this request, and where it is kept. */
record RunAnswer(RunOutcome outcome, RunHome home, ServerHost host) {
  /** The run as data: {@code {workflow, status, steps, result, handoff}}. */
  ObjectNode report() {
    return RunReport.of(outcome, home.narration(outcome));
  }
}
