package dev.baton.orchestrator.start;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.call.Interrupted;
import dev.baton.orchestrator.dispatch.Dispatcher;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts the turns that a call has opened, and refuses the call if its own cannot begin. */
public final class TurnStarts {
  private final Dispatcher dispatcher;

  public TurnStarts(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /**
   * Returns when the turn of this attempt runs or is over, or is none of those that were opened.
   *
   * @param tool the tool that was called
   * @param neverStarted what is done with the failure if the turn will not start later either
   */
  public void await(
      String tool, UUID attemptId, List<OpenedTurn> opened, Consumer<ToolFailure> neverStarted) {
    try {
      var problem = dispatcher.start(opened, attemptId);
      if (problem.isPresent()) {
        var failure = CallFailures.ofStart(problem.get().reason());
        if (!problem.get().startsLater()) {
          neverStarted.accept(failure);
        }
        throw failure;
      }
    } catch (InterruptedException e) {
      throw Interrupted.of(e, tool, "get_attempt_status for " + attemptId);
    }
  }
}
