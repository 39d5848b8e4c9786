package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.Chain.ChainStep;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.util.List;
import java.util.function.Consumer;

/** Records what a driver decides: the next program of a turn, or its end. Thread safe. */
public final class TurnRecorder {
  private final Store store;
  private final TurnOpening opening;
  private final TurnConclusion conclusion;

  public TurnRecorder(Store store, TurnOpening opening, TurnConclusion conclusion) {
    this.store = store;
    this.opening = opening;
    this.conclusion = conclusion;
  }

  void recordScript(TurnSituation now, ChainStep.RunScript script) {
    writeUnlessStopped(
        now, tables -> opening.recordScript(tables, now.turn(), session(tables, now).id(), script));
  }

  void recordAgent(TurnSituation now) {
    writeUnlessStopped(
        now,
        tables -> opening.recordAgent(tables, now.attempt(), now.turn(), session(tables, now)));
  }

  private void writeUnlessStopped(TurnSituation now, Consumer<Tables> work) {
    now.write(
        store,
        tables -> {
          if (tables.turns().find(now.turn().id()).filter(Turn::isStopped).isEmpty()) {
            work.accept(tables);
          }
        });
  }

  private static AgentSession session(Tables tables, TurnSituation now) {
    return TurnOpening.find(tables, now.turn()).orElseThrow();
  }

  /** Returns turns of other attempts for which there is room now; the caller starts them. */
  List<OpenedTurn> succeed(TurnSituation now) {
    return conclusion.succeed(now.claim(), now.attempt(), now.turn());
  }

  /** Returns the same. */
  List<OpenedTurn> fail(TurnSituation now, String failure) {
    return conclusion.fail(now.claim(), now.attempt(), now.turn(), failure);
  }

  /** Ends the turn under way, if there is one, whose program nobody watches; returns the same. */
  List<OpenedTurn> abort(Claim claim, String failure) {
    var attempt = store.read(tables -> tables.attempts().find(claim.attemptId()));
    var turn = store.read(tables -> tables.turns().findActive(claim.attemptId()));
    return attempt.isPresent() && turn.isPresent()
        ? conclusion.abort(claim, attempt.get(), turn.get(), failure)
        : List.of();
  }
}
