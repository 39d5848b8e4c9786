package dev.baton.app.observe;

import dev.baton.database.StorageException;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.insight.Insights;
import dev.baton.orchestrator.store.InsightTable.Kind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The figures of the insights page, for Prometheus. An unknown figure is left out. Thread safe. */
final class InsightMetrics {
  private static final int DAYS = 7;
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final Orchestrator orchestrator;
  private final MultiGauge dollars;
  private final MultiGauge unknownTurns;
  private final MultiGauge tokens;
  private final MultiGauge ended;
  private final MultiGauge reviewed;
  private final MultiGauge reviewSeconds;
  private final MultiGauge waitSeconds;
  private Optional<Long> readAt = Optional.empty();

  InsightMetrics(Orchestrator orchestrator, MeterRegistry registry) {
    this.orchestrator = orchestrator;
    dollars = gauge(registry, "baton.spent.today.dollars", "What agents told that they cost today");
    unknownTurns =
        gauge(registry, "baton.unknown.turns.today", "Turns whose agents did not tell their cost");
    tokens = gauge(registry, "baton.tokens.today", "Tokens that agents told of today");
    ended = gauge(registry, "baton.week.attempts.ended", "Attempts of 7 days that came to an end");
    reviewed = gauge(registry, "baton.week.attempts.reviewed", "Those of them that came to review");
    reviewSeconds = gauge(registry, "baton.week.review.seconds", "Time to review, of 7 days");
    waitSeconds = gauge(registry, "baton.line.wait.today.seconds", "Time in line, of today");
  }

  private static MultiGauge gauge(MeterRegistry registry, String name, String words) {
    return MultiGauge.builder(name).description(words).register(registry);
  }

  /** Reads all of it anew, unless that was done a moment ago. */
  synchronized void refresh() {
    if (readAt.filter(at -> System.nanoTime() - at < FRESH.toNanos()).isPresent()) {
      return;
    }
    try {
      showCosts();
      showAttempts(orchestrator.insights().read(query(DAYS)));
    } catch (StorageException e) {
      // why: numbers of before would look like numbers of now
      List.of(dollars, unknownTurns, tokens, ended, reviewed, reviewSeconds, waitSeconds)
          .forEach(gauge -> gauge.register(List.of(), true));
    }
    readAt = Optional.of(System.nanoTime());
  }

  private CostQuery query(int days) {
    return new CostQuery(Optional.empty(), Optional.empty(), orchestrator.costs().since(days));
  }

  private void showCosts() {
    var sums = orchestrator.costs().sums(query(1), By.PROJECT_AND_EXECUTOR);
    var names =
        orchestrator
            .costs()
            .names(By.PROJECT, sums.keySet().stream().map(key -> key.split(" ", 2)[0]).toList());
    List<Row<?>> dollarRows = new ArrayList<>();
    List<Row<?>> turnRows = new ArrayList<>();
    List<Row<?>> tokenRows = new ArrayList<>();
    sums.forEach(
        (key, cost) -> {
          var tags = tags(key, names);
          cost.usd().ifPresent(usd -> dollarRows.add(Row.of(tags, usd)));
          turnRows.add(Row.of(tags, cost.silent()));
          addTokens(tokenRows, tags, cost, "read", TokenCount::input);
          addTokens(tokenRows, tags, cost, "cached", TokenCount::cached);
          addTokens(tokenRows, tags, cost, "written", TokenCount::output);
        });
    dollars.register(dollarRows, true);
    unknownTurns.register(turnRows, true);
    tokens.register(tokenRows, true);
  }

  private static Tags tags(String key, Map<String, String> names) {
    var parts = key.split(" ", 3);
    return Tags.of(
        "project", names.getOrDefault(parts[0], ""),
        "project_id", parts[0],
        "executor", parts[1],
        "variant", parts[2]);
  }

  private static void addTokens(
      List<Row<?>> rows, Tags tags, Cost cost, String kind, ToLongFunction<TokenCount> count) {
    cost.tokens()
        .ifPresent(told -> rows.add(Row.of(tags.and("kind", kind), count.applyAsLong(told))));
  }

  private void showAttempts(Insights.Figures figures) {
    List<Row<?>> seconds = new ArrayList<>();
    for (var kind : figures.kinds()) {
      kind.median().ifPresent(it -> seconds.add(seconds(tags(kind).and("quantile", "0.5"), it)));
      kind.slow().ifPresent(it -> seconds.add(seconds(tags(kind).and("quantile", "0.9"), it)));
    }
    reviewSeconds.register(seconds, true);
    ended.register(rows(figures, Kind::ended), true);
    reviewed.register(rows(figures, Kind::reviewed), true);
    var today = figures.days().getLast();
    List<Row<?>> waits = new ArrayList<>();
    today.waited().ifPresent(it -> waits.add(seconds(Tags.of("stat", "mean"), it.toMillis())));
    today.longest().ifPresent(it -> waits.add(seconds(Tags.of("stat", "max"), it.toMillis())));
    waitSeconds.register(waits, true);
  }

  private static List<Row<?>> rows(Insights.Figures figures, ToLongFunction<Kind> count) {
    List<Row<?>> rows = new ArrayList<>();
    figures.kinds().forEach(kind -> rows.add(Row.of(tags(kind), count.applyAsLong(kind))));
    return rows;
  }

  private static Tags tags(Kind kind) {
    var parts = kind.key().split(" ", 2);
    return Tags.of("executor", parts[0], "variant", parts[1]);
  }

  private static Row<?> seconds(Tags tags, long millis) {
    return Row.of(tags, millis / 1000.0);
  }
}
