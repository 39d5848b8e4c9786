package dev.baton.orchestrator.dispatch;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn.TurnStatus;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.StartWatches.StartFailure;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Lets callers wait until their turn runs on another node, as the database shows it. */
final class RemoteStarts {
  /** A node that takes longer has it recorded, and its caller need not wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Store store;
  private final Signals signals;

  RemoteStarts(Store store, Signals signals) {
    this.store = store;
    this.signals = signals;
  }

  /** Returns why it did not start; empty if it runs, or will as far as anybody knows. */
  Optional<StartFailure> await(OpenedTurn opened) throws InterruptedException {
    var _ = signals.await(opened.attemptId(), PATIENCE, () -> isBegun(opened) || isOver(opened));
    return isOver(opened) && !isBegun(opened)
        ? Optional.of(new StartFailure(failure(opened), true))
        : Optional.empty();
  }

  private boolean isBegun(OpenedTurn opened) {
    return store
        .read(tables -> tables.processes().find(opened.processId()))
        .filter(ProcessDetail::isBegun)
        .isPresent();
  }

  private boolean isOver(OpenedTurn opened) {
    return store.read(tables -> tables.turns().find(opened.turnId())).stream()
        .allMatch(turn -> turn.status() == TurnStatus.DONE);
  }

  private ToolFailure failure(OpenedTurn opened) {
    var summary =
        store
            .read(tables -> tables.attempts().find(opened.attemptId()))
            .flatMap(attempt -> attempt.state().failureSummary())
            .orElse("it was stopped");
    return new ToolFailure(
        FailureCode.INTERNAL,
        "Attempt %s did not begin on node '%s': %s"
            .formatted(opened.attemptId(), opened.node().orElse(""), summary),
        "It is recorded: do what the message asks for, then call follow_up with this attempt_id, or"
            + " delete_attempt",
        Map.of("attempt_id", opened.attemptId()));
  }
}
