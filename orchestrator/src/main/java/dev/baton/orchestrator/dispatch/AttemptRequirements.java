package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.fleet.NodeRequirements;
import dev.baton.orchestrator.store.LineTable.Head;
import dev.baton.orchestrator.store.LineTable.WaitingAttempt;
import dev.baton.orchestrator.store.Tables;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together what an attempt asks of the node that takes it, whenever one is looked for: in
 * line, for a turn, and when it moves. Thread safe.
 */
final class AttemptRequirements {
  private final NodeReport report;

  AttemptRequirements(NodeReport report) {
    this.report = report;
  }

  /** Those of an attempt in line, from what the line knows of it. */
  NodeRequirements ofWaiting(WaitingAttempt waiting) {
    var head = waiting.head();
    return findHome(waiting.attempt())
        .orElseGet(
            () ->
                anywhere(
                    waiting.attempt(),
                    waiting.wantedNode(),
                    head.flatMap(Head::variant),
                    head.map(Head::choice).orElse(ModelChoice.NONE),
                    waiting.labels(),
                    waiting.homes()));
  }

  /** Those of a turn of an attempt. */
  NodeRequirements ofTurn(Tables tables, Attempt attempt, Turn turn) {
    return findHome(attempt)
        .orElseGet(
            () ->
                anywhere(
                    attempt,
                    tables.nodes().findWanted(attempt.id()),
                    turn.variant(),
                    turn.choice(),
                    labels(tables, attempt),
                    report.sources(tables, attempt.id())));
  }

  /** Those of an attempt that leaves its home, for wherever it can go. */
  NodeRequirements ofMoved(Tables tables, Attempt attempt) {
    return anywhere(
        attempt,
        Optional.empty(),
        Optional.empty(),
        ModelChoice.NONE,
        labels(tables, attempt),
        report.sources(tables, attempt.id()));
  }

  private static Optional<NodeRequirements> findHome(Attempt attempt) {
    return attempt.home().map(home -> NodeRequirements.home(home, attempt.executor()));
  }

  private static List<String> labels(Tables tables, Attempt attempt) {
    return tables.nodes().listLabels(attempt.projectId());
  }

  private static NodeRequirements anywhere(
      Attempt attempt,
      Optional<String> node,
      Optional<String> variant,
      ModelChoice choice,
      List<String> labels,
      Set<String> sources) {
    return new NodeRequirements(
        Optional.empty(), node, attempt.executor(), variant, labels, sources, choice);
  }
}
