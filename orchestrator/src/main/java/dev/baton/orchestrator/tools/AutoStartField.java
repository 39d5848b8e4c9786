package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.AutoStart;
import java.util.Optional;

/** How a task is started by itself, as callers say it. */
record AutoStartField(
    @Description(FieldText.EXECUTOR + "; empty turns it off") String executor,
    @Description("Its variant") Optional<String> variant) {
  AutoStart toAutoStart() {
    return new AutoStart(executor, variant);
  }
}
