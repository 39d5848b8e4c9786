package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import java.util.Map;
import java.util.UUID;

/** Stops attempts, and says so only if nothing runs any more. Thread safe. */
final class AttemptStopping {
  private final Store store;
  private final Node node;
  private final Dispatcher dispatcher;

  AttemptStopping(Parts parts) {
    this.store = parts.store();
    this.node = parts.node();
    this.dispatcher = parts.dispatcher();
  }

  StoppedAttempt stop(UUID attemptId, boolean force) {
    store.read(tables -> Known.attemptOf(node, tables, attemptId));
    try {
      var report = dispatcher.stop(attemptId, force);
      if (!report.survivors().isEmpty()) {
        throw new ToolFailure(
            FailureCode.INTERNAL,
            "Attempt %s could not be stopped: %s"
                .formatted(attemptId, String.join("; ", report.survivors())),
            "Call stop_attempt again with force true; if it fails too, end the processes by hand",
            Map.of("survivors", report.survivors()));
      }
      var state = store.read(tables -> Known.attempt(tables, attemptId)).state();
      return new StoppedAttempt(attemptId, state, report.stopped());
    } catch (InterruptedException e) {
      throw Interrupted.of(e, "stop_attempt", "get_attempt_status for " + attemptId);
    }
  }
}
