package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Pull;
import java.util.List;
import java.util.Optional;

/** How a project starts tasks by itself. */
record PullView(
    @Description("Most that run") int limit,
    @Description("Executor") String executor,
    @Description("Variant; null for the default") Optional<String> variant,
    @Description("Labels that tasks must have") List<String> labels,
    @Description("True if it starts none for now") boolean paused,
    @Description("Why; null if it is not paused") Optional<String> pausedReason) {
  static PullView of(Pull pull) {
    return new PullView(
        pull.limit(),
        pull.executor(),
        pull.variant(),
        pull.labels(),
        pull.pausedReason().isPresent(),
        pull.pausedReason());
  }
}
