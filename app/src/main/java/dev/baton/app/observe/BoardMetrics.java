package dev.baton.app.observe;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.insight.BoardCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The board in numbers, for Prometheus. All figures of one page come from one reading of the
 * database; while that fails, those that only the database has are left out. Thread safe.
 */
final class BoardMetrics {
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** What was read last; it counts only if the last reading was good. */
  private record Sample(BoardCounts counts, boolean isGood, long at) {}

  private final Supplier<BoardCounts> source;
  private Sample last;

  private BoardMetrics(Supplier<BoardCounts> source) {
    this.source = source;
    this.last = new Sample(source.get(), true, System.nanoTime());
  }

  static void register(Supplier<BoardCounts> source, MeterRegistry registry) {
    var board = new BoardMetrics(source);
    for (var state : AttemptState.Name.values()) {
      Gauge.builder("baton.attempts", board, it -> it.gauged(now -> now.attempts().get(state)))
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
    board.gauge(registry, "baton.agents.running", "Agents that run", BoardCounts::agents);
    board.gauge(
        registry,
        "baton.cost.today.dollars",
        "What agents told that they cost today, in US dollars",
        counts -> counts.today().atLeast().doubleValue());
    board.gauge(
        registry,
        "baton.cost.today.unknown.turns",
        "Turns of today whose agents did not tell what they cost",
        counts -> counts.today().silent());
    FunctionCounter.builder("baton.events", board, it -> it.now().counts().events())
        .description("Events on the board since it was made")
        .register(registry);
    board.turns(registry, "completed", counts -> counts.turns().succeeded());
    board.turns(registry, "failed", counts -> counts.turns().failed());
  }

  private void gauge(
      MeterRegistry registry, String name, String words, ToDoubleFunction<BoardCounts> value) {
    Gauge.builder(name, this, it -> it.gauged(value))
        .description(words)
        .strongReference(true)
        .register(registry);
  }

  private void turns(MeterRegistry registry, String outcome, ToDoubleFunction<BoardCounts> value) {
    FunctionCounter.builder("baton.turns", this, it -> value.applyAsDouble(it.now().counts()))
        .description("Turns that have ended since the server started")
        .tag("outcome", outcome)
        .register(registry);
  }

  private double gauged(ToDoubleFunction<BoardCounts> value) {
    var look = now();
    return look.isGood() ? value.applyAsDouble(look.counts()) : Double.NaN;
  }

  private synchronized Sample now() {
    if (System.nanoTime() - last.at() > FRESH.toNanos()) {
      last = sample();
    }
    return last;
  }

  private Sample sample() {
    try {
      return new Sample(source.get(), true, System.nanoTime());
    } catch (StorageException e) {
      // why the time afterwards: a database that hangs is asked once for a page, not for each
      // number
      return new Sample(last.counts(), false, System.nanoTime());
    }
  }
}
