package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.DurationWords;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.TimeLimits;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptStops;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops runs that take longer than they may. Thread safe. */
final class TimeLimitEnforcer {
  private static final Logger LOG = LoggerFactory.getLogger(TimeLimitEnforcer.class);

  private final Store store;
  private final TimeLimits limits;
  private final AttemptStops stops;
  private final Drivers drivers;
  private final Clock clock;
  private final Set<UUID> stopping = ConcurrentHashMap.newKeySet();

  TimeLimitEnforcer(
      Store store, TimeLimits limits, AttemptStops stops, Drivers drivers, Clock clock) {
    this.store = store;
    this.limits = limits;
    this.stops = stops;
    this.drivers = drivers;
    this.clock = clock;
  }

  /** Looks at all that this server runs; returns before those that are stopped have ended. */
  void enforce() {
    if (limits.run().isEmpty() && limits.idle().isEmpty()) {
      return;
    }
    for (var attemptId : drivers.driven()) {
      store
          .read(tables -> findExcess(tables, attemptId))
          .filter(_ -> stopping.add(attemptId))
          .ifPresent(reason -> stop(attemptId, reason));
    }
  }

  private void stop(UUID attemptId, String reason) {
    LOG.info("Attempt {} is stopped: {}", attemptId, reason);
    // why a thread of its own: a program may take its time to end
    Thread.ofVirtual()
        .name("time limit")
        .start(
            () -> {
              try {
                var report = stops.stop(attemptId, false, reason);
                LOG.debug("Attempt {}: {}", attemptId, report);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                stopping.remove(attemptId);
              }
            });
  }

  private Optional<String> findExcess(Tables tables, UUID attemptId) {
    var turn = tables.turns().findActive(attemptId);
    var attempt = tables.attempts().find(attemptId);
    if (turn.isEmpty() || attempt.isEmpty()) {
      return Optional.empty();
    }
    var begun =
        tables.processes().listOfTurn(turn.get().id()).stream()
            .map(ProcessDetail::process)
            .map(ExecutionProcess::startedAt)
            .min(Instant::compareTo);
    return begun.flatMap(
        start ->
            excess("ran longer than limits.run_time", limits.run(), start)
                .or(() -> findIdleness(tables, attempt.get(), start)));
  }

  /** An agent that waits for an answer is not idle: we are. */
  private Optional<String> findIdleness(Tables tables, Attempt attempt, Instant start) {
    if (!tables.approvals().listPending(attempt.id()).isEmpty()) {
      return Optional.empty();
    }
    var last = attempt.lastActivityAt().filter(start::isBefore).orElse(start);
    return excess("was idle longer than limits.idle_time", limits.idle(), last);
  }

  private Optional<String> excess(String what, Optional<Duration> limit, Instant since) {
    return limit
        .filter(most -> since.plus(most).isBefore(clock.instant()))
        .map(most -> "stopped: it %s (%s)".formatted(what, DurationWords.of(most)));
  }
}
