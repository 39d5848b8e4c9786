package dev.baton.app.observe;

import dev.baton.orchestrator.BoardCounts;
import dev.baton.orchestrator.attempt.AttemptState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The board in numbers, for Prometheus. All of one page come from one look at the database. Thread
 * safe.
 */
final class BoardMetrics {
  private static final Duration FRESH = Duration.ofSeconds(1);

  private record Look(BoardCounts counts, long at) {}

  private final Supplier<BoardCounts> source;
  private volatile Look last;

  private BoardMetrics(Supplier<BoardCounts> source) {
    this.source = source;
    this.last = new Look(source.get(), System.nanoTime());
  }

  static void register(Supplier<BoardCounts> source, MeterRegistry registry) {
    var board = new BoardMetrics(source);
    for (var state : AttemptState.values()) {
      Gauge.builder("baton.attempts", board, it -> it.now().attempts().get(state))
          .description("Attempts in each state")
          .tag("state", state.wireName())
          .strongReference(true)
          .register(registry);
    }
    board.gauge(registry, "baton.line.attempts", "Attempts that wait in line", BoardCounts::inLine);
    board.gauge(
        registry,
        "baton.queued.messages",
        "Messages that wait for the turn before them",
        BoardCounts::queuedMessages);
    board.gauge(
        registry,
        "baton.approvals.pending",
        "Questions of agents that nobody has answered",
        BoardCounts::pendingApprovals);
    board.turns(registry, "completed", counts -> counts.turns().succeeded());
    board.turns(registry, "failed", counts -> counts.turns().failed());
  }

  private void gauge(
      MeterRegistry registry, String name, String words, ToDoubleFunction<BoardCounts> value) {
    Gauge.builder(name, this, it -> value.applyAsDouble(it.now()))
        .description(words)
        .strongReference(true)
        .register(registry);
  }

  private void turns(MeterRegistry registry, String outcome, ToDoubleFunction<BoardCounts> value) {
    FunctionCounter.builder("baton.turns", this, it -> value.applyAsDouble(it.now()))
        .description("Turns that have ended since the server started")
        .tag("outcome", outcome)
        .register(registry);
  }

  private BoardCounts now() {
    var look = last;
    if (System.nanoTime() - look.at() > FRESH.toNanos()) {
      look = new Look(source.get(), System.nanoTime());
      last = look;
    }
    return look.counts();
  }
}
