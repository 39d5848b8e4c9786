package dev.baton.app.web.insight;

import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.orchestrator.store.InsightTable.Kind;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Duration;
import java.util.Optional;

/** The results of one executor. */
record KindRow(
    String name, String variant, String attempts, int share, String success, String time) {
  static KindRow of(Kind kind) {
    var words = kind.key().split(" ", 2);
    var share = share(kind);
    return new KindRow(
        AgentNames.of(words[0]),
        AgentNames.of(words[1]),
        Sentence.counted(kind.attempts(), "attempt"),
        share.orElse(0L).intValue(),
        share.map(it -> it + " %").orElse("–"),
        kind.median()
            .map(it -> Ages.span(Duration.ofMillis(it)) + " to review")
            .orElse("none came to review"));
  }

  /** How many in a hundred of those that ended came to review; empty if none ended. */
  static Optional<Long> share(Kind kind) {
    return kind.ended() == 0
        ? Optional.empty()
        : Optional.of(Math.round(100.0 * kind.reviewed() / kind.ended()));
  }
}
