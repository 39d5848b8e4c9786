package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The turn under way as it stands before one of its steps, and the claim under which its driver
 * writes.
 */
record TurnSituation(
    Claim claim, Attempt attempt, Turn turn, Chain chain, List<ProcessDetail> processes) {
  TurnSituation {
    processes = List.copyOf(processes);
  }

  /** Empty if no turn is under way. */
  static Optional<TurnSituation> find(Tables tables, Claim claim, AttemptRules rules) {
    var attempt = tables.attempts().find(claim.attemptId());
    var turn = tables.turns().findActive(claim.attemptId());
    return attempt.isEmpty() || turn.isEmpty()
        ? Optional.empty()
        : Optional.of(load(tables, claim, attempt.get(), turn.get(), rules));
  }

  private static TurnSituation load(
      Tables tables, Claim claim, Attempt attempt, Turn turn, AttemptRules rules) {
    var processes = tables.processes().listOfTurn(turn.id());
    // why: the merge of a resolved conflict is always our commit
    var policy =
        tables
            .projects()
            .find(attempt.projectId())
            .filter(_ -> tables.updates().find(attempt.id()).isEmpty())
            .map(rules::commitPolicy)
            .orElse(CommitPolicy.AUTO);
    var chain =
        Chain.load(tables, turn, processes.stream().map(ProcessDetail::process).toList(), policy);
    return new TurnSituation(claim, attempt, turn, chain, processes);
  }

  ProcessDetail process(UUID id) {
    return processes.stream().filter(process -> process.id().equals(id)).findFirst().orElseThrow();
  }

  /** Why somebody stopped the turn, if meanwhile somebody did. */
  Optional<String> findStop(Store store) {
    return store.read(tables -> tables.turns().find(turn.id())).flatMap(Turn::stopReason);
  }

  /** Writes for the attempt, unless somebody took it over. */
  void write(Store store, Consumer<Tables> work) {
    store.write(
        tables -> {
          claim.check(tables);
          work.accept(tables);
          return claim;
        });
  }
}
