package dev.baton.orchestrator.dispatch;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.attempt.DurationWords;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops programs that take longer than they may. Thread safe. */
final class TimeLimitEnforcer {
  private static final Logger LOG = LoggerFactory.getLogger(TimeLimitEnforcer.class);

  private final Store store;
  private final Node node;
  private final TimeLimits limits;
  private final AttemptStops stops;
  private final Drivers drivers;
  private final Clock clock;
  private final Set<UUID> stopping = ConcurrentHashMap.newKeySet();

  TimeLimitEnforcer(
      Store store, Node node, TimeLimits limits, AttemptStops stops, Drivers drivers, Clock clock) {
    this.node = node;
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
    drivers
        .driven()
        .forEach(
            (attemptId, since) ->
                store
                    .read(tables -> findExcess(tables, attemptId, since))
                    .filter(_ -> stopping.add(attemptId))
                    .ifPresent(this::stop));
  }

  /** What takes too long, as long as nobody took it over, and what is said of it. */
  private record Excess(Claim claim, String reason) {}

  private void stop(Excess excess) {
    var attemptId = excess.claim().attemptId();
    var reason = excess.reason();
    LOG.info("Attempt {} is stopped: {}", attemptId, reason);
    // why a thread of its own: a program may take its time to end
    Thread.ofVirtual()
        .name("time limit")
        .start(
            () -> {
              try {
                var report = stops.stop(excess.claim(), reason);
                LOG.debug("Attempt {}: {}", attemptId, report);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (StaleClaimException e) {
                LOG.debug("Attempt {} is driven by somebody else", attemptId, e);
              } finally {
                stopping.remove(attemptId);
              }
            });
  }

  private Optional<Excess> findExcess(Tables tables, UUID attemptId, Instant drivenSince) {
    var turn = tables.turns().findActive(attemptId);
    // why asked: an attempt that went elsewhere is driven here until its driver hears of it
    var attempt = tables.attempts().find(attemptId).filter(node::has);
    if (turn.isEmpty() || attempt.isEmpty()) {
      return Optional.empty();
    }
    var processes =
        tables.processes().listOfTurn(turn.get().id()).stream()
            .map(ProcessDetail::process)
            .toList();
    var begun = processes.stream().map(ExecutionProcess::startedAt).min(Instant::compareTo);
    var overdue =
        begun.flatMap(start -> excess("ran longer than limits.run_time", limits.run(), start));
    var reason =
        overdue.isEmpty() && processes.stream().anyMatch(ExecutionProcess::isRunning)
            ? findIdleness(
                tables, attempt.get(), Stream.concat(begun.stream(), Stream.of(drivenSince)))
            : overdue;
    return reason.map(words -> new Excess(new Claim(attemptId, attempt.get().epoch()), words));
  }

  /**
   * An agent that waits for an answer is not idle: we are. What it printed before this server came
   * may not have been read yet.
   *
   * @param begins when it began to run, and to be heard
   */
  private Optional<String> findIdleness(Tables tables, Attempt attempt, Stream<Instant> begins) {
    if (!tables.approvals().listPending(attempt.id()).isEmpty()) {
      return Optional.empty();
    }
    return Stream.concat(begins, attempt.lastActivityAt().stream())
        .max(Instant::compareTo)
        .flatMap(last -> excess("was idle longer than limits.idle_time", limits.idle(), last));
  }

  private Optional<String> excess(String what, Optional<Duration> limit, Instant since) {
    return limit
        .filter(most -> since.plus(most).isBefore(clock.instant()))
        .map(most -> "stopped: it %s (%s)".formatted(what, DurationWords.of(most)));
  }
}
