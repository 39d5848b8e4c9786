package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.attempt.Waiting;

/** Why an attempt does not run yet. */
record WaitingView(
    @Description("Place in line, from 1") int position,
    @Description("The limit that was reached") String reason) {

  static WaitingView of(Waiting waiting) {
    return new WaitingView(waiting.position(), waiting.reason());
  }
}
