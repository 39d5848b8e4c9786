package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.Pull;
import tools.jackson.databind.node.ObjectNode;

/** How a project starts tasks by itself, as callers see it. */
final class PullJson {
  private PullJson() {}

  static ObjectNode of(Pull pull) {
    var json =
        Json.object()
            .put("limit", pull.limit())
            .put("executor", pull.executor())
            .put("variant", pull.variant().orElse(null));
    json.set("labels", Json.strings(pull.labels()));
    return json.put("paused", pull.pausedReason().isPresent())
        .put("paused_reason", pull.pausedReason().orElse(null));
  }
}
