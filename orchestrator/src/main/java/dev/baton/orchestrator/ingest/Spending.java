package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.Tables;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * What the agents' turns cost that ended today, where this server is. It follows the events, and so
 * reads an attempt again only after another turn of it. Thread safe.
 */
public final class Spending {
  private record Spent(UUID projectId, BigDecimal cost) {}

  private final Clock clock;
  private final ZoneId zone = ZoneId.systemDefault();
  private final Map<UUID, Spent> spent = new HashMap<>();
  private LocalDate day = LocalDate.MIN;
  private long latest;

  public Spending(Clock clock) {
    this.clock = clock;
  }

  /** In all projects; empty if no agent told. */
  public Optional<BigDecimal> today(Tables tables) {
    return sum(tables, _ -> true);
  }

  /** In one project; empty if no agent told. */
  public Optional<BigDecimal> today(Tables tables, UUID projectId) {
    return sum(tables, it -> it.projectId().equals(projectId));
  }

  private synchronized Optional<BigDecimal> sum(Tables tables, Predicate<Spent> isMeant) {
    follow(tables);
    return spent.values().stream().filter(isMeant).map(Spent::cost).reduce(BigDecimal::add);
  }

  private void follow(Tables tables) {
    var today = LocalDate.ofInstant(clock.instant(), zone);
    var midnight = today.atStartOfDay(zone).toInstant();
    if (!today.equals(day)) {
      spent.clear();
      latest = -1;
      day = today;
    }
    var newest = tables.events().latest().orElse(-1L);
    if (newest == latest) {
      return;
    }
    tables
        .events()
        .listAttempts(EventName.TURN_ENDED, latest, midnight)
        .forEach(
            (attempt, project) ->
                cost(tables, attempt, midnight)
                    .ifPresent(cost -> spent.put(attempt, new Spent(project, cost))));
    latest = newest;
  }

  /** Agents count from the start of their conversations; what was told before today is not new. */
  private static Optional<BigDecimal> cost(Tables tables, UUID attempt, Instant midnight) {
    var before =
        UsageJson.sum(tables.processes().listUsage(attempt, midnight))
            .flatMap(TokenUsage::costUsd)
            .orElse(BigDecimal.ZERO);
    return UsageJson.sum(tables.processes().listUsage(attempt))
        .flatMap(TokenUsage::costUsd)
        .map(all -> all.subtract(before).max(BigDecimal.ZERO));
  }
}
