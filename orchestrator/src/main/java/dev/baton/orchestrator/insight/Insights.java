package dev.baton.orchestrator.insight;

import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.store.InsightTable.Hour;
import dev.baton.orchestrator.store.InsightTable.Kind;
import dev.baton.orchestrator.store.InsightTable.Range;
import dev.baton.orchestrator.store.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads how attempts went; days are those of the server's time zone. Thread safe. */
public final class Insights {
  /** What became of an attempt. */
  public enum Outcome {
    /** Its task is done, and no later attempt came to an end. */
    DONE,
    /** Its task was cancelled, another attempt was taken, or somebody stopped it. */
    DROPPED,
    FAILED,
    /** It waits, runs, or is in review. */
    OPEN
  }

  /**
   * Attempts that were made on a day.
   *
   * @param waited how long those that began had waited in line, on average; empty if none began
   * @param longest the longest of them
   */
  public record Day(
      LocalDate day,
      Map<Outcome, Long> outcomes,
      Optional<Duration> waited,
      Optional<Duration> longest) {
    public long count(Outcome outcome) {
      return outcomes.getOrDefault(outcome, 0L);
    }
  }

  /**
   * How attempts went.
   *
   * @param days all of them, oldest first, also those without attempts
   * @param before all attempts of as many days before these
   * @param kinds by executor and variant, the most used first
   */
  public record Figures(List<Day> days, Kind all, Kind before, List<Kind> kinds) {
    public Figures {
      days = List.copyOf(days);
      kinds = List.copyOf(kinds);
    }
  }

  private final Store store;
  private final Clock clock;
  private final ZoneId zone = ZoneId.systemDefault();

  public Insights(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The tasks that are still there of those that events are about, by their ids. */
  public Map<UUID, BoardTask> tasks(Collection<UUID> ids) {
    return store.read(
        tables ->
            ids.stream()
                .distinct()
                .flatMap(id -> tables.boardTasks().find(id).stream())
                .collect(Collectors.toUnmodifiableMap(BoardTask::id, task -> task)));
  }

  /** The figures of some days, of which today is the last. */
  public Figures read(CostQuery query) {
    var today = LocalDate.ofInstant(clock.instant(), zone);
    var since = query.since();
    var days = ChronoUnit.DAYS.between(since, today) + 1;
    var range = range(query, since, today.plusDays(1));
    var before = range(query, since.minusDays(days), since);
    return store.read(
        tables ->
            new Figures(
                days(range, since, today, tables.insights().listHours(range)),
                tables.insights().ofAll(range),
                tables.insights().ofAll(before),
                tables.insights().listKinds(range)));
  }

  private Range range(CostQuery query, LocalDate from, LocalDate to) {
    return new Range(
        query.projectId(), from.atStartOfDay(zone).toInstant(), to.atStartOfDay(zone).toInstant());
  }

  /** Hours become days here, because only here it is known how long a day of the zone is. */
  private List<Day> days(Range range, LocalDate since, LocalDate today, List<Hour> hours) {
    var days = new ArrayList<Day>();
    for (var day = since; !day.isAfter(today); day = day.plusDays(1)) {
      var date = day;
      days.add(
          day(
              date,
              hours.stream()
                  .filter(
                      hour ->
                          LocalDate.ofInstant(
                                  range.from().plus(Duration.ofHours(hour.hour())), zone)
                              .equals(date))
                  .toList()));
    }
    return days;
  }

  private static Day day(LocalDate date, List<Hour> hours) {
    var outcomes = new EnumMap<Outcome, Long>(Outcome.class);
    for (var hour : hours) {
      outcomes.merge(
          Outcome.valueOf(hour.outcome().toUpperCase(Locale.ROOT)), hour.attempts(), Long::sum);
    }
    var begun = hours.stream().mapToLong(Hour::begun).sum();
    var waited = hours.stream().mapToLong(Hour::waited).sum();
    var longest = hours.stream().mapToLong(Hour::longest).max();
    return new Day(
        date,
        outcomes,
        begun == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(waited / begun)),
        begun == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(longest.orElse(0))));
  }
}
