package dev.baton.orchestrator.store;

import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Figures of attempts; all of them are summed up by the database. */
public final class InsightTable {
  /**
   * The attempts in question.
   *
   * @param from those that were made at this time or later
   * @param to and before this time
   */
  public record Range(Optional<UUID> projectId, Instant from, Instant to) {}

  /**
   * Attempts that were made in an hour and came to the same end.
   *
   * @param hour counted from the beginning of the range
   * @param outcome {@code done}, {@code dropped}, {@code failed} or {@code open}
   * @param begun how many of them got out of line
   * @param waited milliseconds that these waited in line, together
   * @param longest the longest of them
   */
  public record Hour(
      long hour, String outcome, long attempts, long begun, long waited, long longest) {}

  /**
   * Attempts of a kind.
   *
   * @param key executor and variant, with a space between, or {@code all}
   * @param ended those that came to an end that nobody else made, even if they run again
   * @param reviewed those of them whose agent came to an end of which there was something to review
   * @param median milliseconds until then, of half of them
   * @param slow milliseconds until then, of nine in ten
   */
  public record Kind(
      String key,
      long attempts,
      long ended,
      long reviewed,
      Optional<Long> median,
      Optional<Long> slow) {}

  private static final String ATTEMPTS =
      """
      select a.created_at,
        case when a.state = 'completed' or (a.state = 'failed' and a.stopped_by is null)
          then 1 else 0 end as has_ended,
        a.executor || ' ' || coalesce(f.variant, 'DEFAULT') as kind,
        f.started_at - f.queued_at as waited,
        (select min(d.ended_at) from turn d
          where d.attempt_id = a.id and d.status = 'done' and d.failure_summary is null)
          - a.created_at as reviewed,
        case
          when a.state = 'failed' and a.stopped_by is null then 'failed'
          when a.state = 'failed' or (a.state = 'idle' and a.ticket is null) then 'dropped'
          when a.state <> 'completed' then 'open'
          when t.status = 'cancelled' then 'dropped'
          when t.status <> 'done' then 'open'
          when exists (select 1 from attempt y
            where y.task_id = a.task_id and y.created_at > a.created_at
              and y.state = 'completed') then 'dropped'
          else 'done' end as outcome
      from attempt a
        join board_task t on t.id = a.task_id
        left join turn f on f.attempt_id = a.id and f.turn_index = 0
      where %s\
      """;

  private final Sql sql;

  InsightTable(Sql sql) {
    this.sql = sql;
  }

  private static TaskCondition condition(Range range) {
    var condition = new TaskCondition();
    range.projectId().ifPresent(id -> condition.and("a.project_id = ?", id));
    return condition.and("a.created_at >= ?", range.from()).and("a.created_at < ?", range.to());
  }

  public List<Hour> listHours(Range range) {
    var condition = condition(range);
    return sql.list(
        """
        select (x.created_at - %d) / 3600000 as hour, x.outcome, count(*) as attempts,
          count(x.waited) as begun, coalesce(sum(x.waited), 0) as waited,
          coalesce(max(x.waited), 0) as longest
        from (%s) x group by 1, 2 order by 1, 2
        """
            .formatted(range.from().toEpochMilli(), ATTEMPTS.formatted(condition.text())),
        row ->
            new Hour(
                row.number("hour"),
                row.text("outcome"),
                row.number("attempts"),
                row.number("begun"),
                row.number("waited"),
                row.number("longest")),
        condition.values());
  }

  /** All attempts together; without any it has none. */
  public Kind ofAll(Range range) {
    return kinds(range, "'all'").stream()
        .findFirst()
        .orElse(new Kind("all", 0, 0, 0, Optional.empty(), Optional.empty()));
  }

  /** By executor and variant, the most used first. */
  public List<Kind> listKinds(Range range) {
    return kinds(range, "x.kind");
  }

  private List<Kind> kinds(Range range, String key) {
    var condition = condition(range);
    return sql.list(
        """
        select ranked.kind, count(*) as attempts,
          sum(case when ranked.has_ended = 1 or ranked.reviewed is not null
            then 1 else 0 end) as ended,
          count(ranked.reviewed) as reviewed,
          max(case when ranked.place = (ranked.many + 1) / 2 then ranked.reviewed end) as median,
          max(case when ranked.place = (ranked.many * 9 + 9) / 10 then ranked.reviewed end) as slow
        from (
          select q.*,
            count(q.reviewed) over (partition by q.kind) as many,
            case when q.reviewed is not null then row_number() over (
              partition by q.kind, case when q.reviewed is null then 1 else 0 end
              order by q.reviewed) end as place
          from (select %s as kind, x.has_ended, x.reviewed from (%s) x) q) ranked
        group by ranked.kind order by count(*) desc, ranked.kind
        """
            .formatted(key, ATTEMPTS.formatted(condition.text())),
        row ->
            new Kind(
                row.text("kind"),
                row.number("attempts"),
                row.number("ended"),
                row.number("reviewed"),
                row.findNumber("median"),
                row.findNumber("slow")),
        condition.values());
  }
}
