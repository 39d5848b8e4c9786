package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.agent.UsageReport;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What agents used, one row for each that was started; and what may be spent. */
public final class CostTable {
  /** What an agent cost; an impossible cost counts as unknown. */
  static final String COST =
      // why: older programs kept whatever agents said, and one such number made every sum fail
      "case when c.cost between 0 and %d then c.cost end"
          .formatted(Dollars.toNanos(UsageReport.MOST_DOLLARS));

  private static final String SUMS =
      """
      count(*) as turns, count(%1$s) as told, count(%2$s) as counted,
        sum(%2$s) as input, sum(%3$s) as cached, sum(%4$s) as output, sum(%1$s) as cost
      from agent_cost c\
      """
          .formatted(
              COST, tokens("input_tokens"), tokens("cached_tokens"), tokens("output_tokens"));

  /** Tokens of one kind; with an impossible number beside them they count as unknown. */
  private static String tokens(String kind) {
    return "case when c.input_tokens between 0 and %1$d and c.cached_tokens between 0 and %1$d and c.output_tokens between 0 and %1$d then c.%2$s end"
        .formatted(TokenCount.MOST, kind);
  }

  /** What may be spent for a task, and the project that it is in. */
  public record Limits(
      Optional<BigDecimal> ofTask, String taskName, UUID projectId, String projectName) {}

  /** An agent of which nothing is noted here yet. */
  public record Unnoted(UUID processId, UUID attemptId) {}

  private final Sql sql;
  private final EventTable events;

  CostTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** The day as people call it where the server is. */
  public static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneId.systemDefault());
  }

  /** An agent is about to be started; what it uses is unknown until it says so. */
  void begin(ProcessDetail detail) {
    var process = detail.process();
    sql.update(
        """
        insert into agent_cost
          (process_id, turn_id, attempt_id, task_id, project_id, executor, variant, day)
        select ?, ?, a.id, a.task_id, a.project_id, a.executor, ?, ? from attempt a where a.id = ?
        """,
        process.id(),
        process.turnId(),
        detail.variant().orElse(""),
        day(process.startedAt()).toString(),
        process.attemptId());
  }

  /** Agents that an older program started. */
  public List<Unnoted> listUnnoted() {
    return sql.list(
        """
        select p.id, p.attempt_id from execution_process p
        where p.reason = 'codingagent'
          and not exists (select 1 from agent_cost c where c.process_id = p.id)
        order by p.attempt_id, p.process_index limit 1000
        """,
        row -> new Unnoted(row.id("id"), row.id("attempt_id")));
  }

  public void beginLate(ProcessDetail detail) {
    begin(detail);
  }

  /** What an agent has used by itself; what it said before is replaced. */
  public void tell(UUID processId, TokenUsage used, Instant now) {
    sql.update(
        """
        update agent_cost set input_tokens = ?, cached_tokens = ?, output_tokens = ?, cost = ?,
          day = ?
        where process_id = ?
        """,
        used.tokens().map(TokenCount::input),
        used.tokens().map(TokenCount::cached),
        used.tokens().map(TokenCount::output),
        used.costUsd().map(Dollars::toNanos),
        day(now).toString(),
        processId);
  }

  public Optional<UUID> findTask(UUID processId) {
    return sql.find(
        "select task_id from agent_cost where process_id = ?", row -> row.id("task_id"), processId);
  }

  public Cost ofTask(UUID taskId) {
    return one("c.task_id = ?", taskId);
  }

  public Cost ofProject(UUID projectId) {
    return one("c.project_id = ?", projectId);
  }

  public Cost ofAttempt(UUID attemptId) {
    return one("c.attempt_id = ?", attemptId);
  }

  public Cost ofDay(LocalDate day) {
    return one("c.day = ?", day.toString());
  }

  public Cost ofDay(LocalDate day, UUID projectId) {
    return one("c.project_id = ? and c.day = ?", projectId, day.toString());
  }

  private Cost one(String condition, Object... values) {
    return sql.list("select " + SUMS + " where " + condition, CostTable::cost, values).getFirst();
  }

  /** The cost of each turn of an attempt that had an agent. */
  public Map<UUID, Cost> ofTurns(UUID attemptId) {
    var turns = new LinkedHashMap<UUID, Cost>();
    sql.list(
        "select c.turn_id, "
            + SUMS
            + " where c.attempt_id = ? and c.turn_id is not null group by c.turn_id"
            + " order by c.turn_id",
        row -> turns.put(row.id("turn_id"), cost(row)),
        attemptId);
    return turns;
  }

  /** The cost of each task that had an agent. */
  public Map<UUID, Cost> ofTasks(Collection<UUID> tasks) {
    var costs = new LinkedHashMap<UUID, Cost>();
    if (!tasks.isEmpty()) {
      sql.list(
          "select c.task_id, "
              + SUMS
              + " where c.task_id in (%s) group by c.task_id order by c.task_id"
                  .formatted(places(tasks)),
          row -> costs.put(row.id("task_id"), cost(row)),
          tasks.toArray());
    }
    return costs;
  }

  private static String places(Collection<UUID> ids) {
    return String.join(", ", Collections.nCopies(ids.size(), "?"));
  }

  /** At most so many sums by their keys; those that cost most are kept. */
  public Map<String, Cost> list(CostQuery query, CostQuery.By by, int most) {
    var condition = new TaskCondition().and("c.day >= ?", query.since().toString());
    query.projectId().ifPresent(id -> condition.and("c.project_id = ?", id));
    query.taskId().ifPresent(id -> condition.and("c.task_id = ?", id));
    var sums = new LinkedHashMap<String, Cost>();
    sql.list(
        "select * from (select %s as sum_key, %s where %s group by 1) ranked order by coalesce(ranked.cost, -1) desc, ranked.sum_key limit %d"
            .formatted(by.key(), SUMS, condition.text(), most),
        row -> sums.put(row.text("sum_key"), cost(row)),
        condition.values());
    return sums;
  }

  /** What people call projects, tasks and attempts, by their ids as texts. */
  public Map<String, String> names(CostQuery.By by, Collection<String> keys) {
    if (by.names().isEmpty() || keys.isEmpty()) {
      return Map.of();
    }
    var ids = keys.stream().map(UUID::fromString).toList();
    var names = new LinkedHashMap<String, String>();
    sql.list(
        by.names().formatted(places(ids)),
        row -> names.put(row.id("id").toString(), row.text("name")),
        ids.toArray());
    return names;
  }

  private static Cost cost(Row row) {
    var turns = row.number("turns");
    var silent = turns - row.number("told");
    var tokens =
        row.findNumber("input")
            .map(input -> new TokenCount(input, row.number("cached"), row.number("output")));
    var usd = row.findNumber("cost").map(Dollars::ofNanos);
    return new Cost(
        turns,
        silent,
        turns - row.number("counted"),
        tokens.isEmpty() && usd.isEmpty()
            ? Optional.empty()
            : Optional.of(new TokenUsage(tokens, usd, silent == 0)));
  }

  /** What may be spent for each task that has a budget of its own. */
  public Map<UUID, BigDecimal> findLimits(Collection<UUID> tasks) {
    var limits = new LinkedHashMap<UUID, BigDecimal>();
    if (!tasks.isEmpty()) {
      sql.list(
          "select id, budget from board_task where id in (%s) and budget is not null order by id"
              .formatted(places(tasks)),
          row -> limits.put(row.id("id"), Dollars.ofNanos(row.number("budget"))),
          tasks.toArray());
    }
    return limits;
  }

  /** Empty if there is no such task. */
  public Optional<Limits> findLimits(UUID taskId) {
    return sql.find(
        """
        select t.budget, t.number, t.project_id,
          (select p.name from project p where p.id = t.project_id) as name
        from board_task t where t.id = ?
        """,
        row ->
            new Limits(
                row.findNumber("budget").map(Dollars::ofNanos),
                "#" + row.number("number"),
                row.id("project_id"),
                row.text("name")),
        taskId);
  }

  public Optional<BigDecimal> findLimitOfProject(UUID projectId) {
    return sql.find(
            "select budget from project where id = ?",
            row -> row.findNumber("budget").map(Dollars::ofNanos),
            projectId)
        .flatMap(it -> it);
  }

  /** A limit of 0 removes the budget. */
  public void limitTask(UUID taskId, BigDecimal limit) {
    sql.update("update board_task set budget = ? where id = ?", stored(limit), taskId);
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
  }

  /** The same for a project. */
  public void limitProject(UUID projectId, BigDecimal limit) {
    sql.update("update project set budget = ? where id = ?", stored(limit), projectId);
    events.ofProject(EventName.PROJECT_CHANGED, projectId, Json.object());
  }

  private static Optional<Long> stored(BigDecimal limit) {
    return limit.signum() == 0 ? Optional.empty() : Optional.of(Dollars.toNanos(limit));
  }

  /** Lets the next turn of a task begin whatever was spent. */
  public void permit(UUID taskId) {
    sql.update("update board_task set over_budget = 1 where id = ?", taskId);
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
  }

  /** Lets a turn begin whatever was spent. */
  public void permitTurn(UUID turnId) {
    sql.update("update turn set over_budget = 1 where id = ?", turnId);
  }

  public boolean isPermitted(UUID turnId) {
    return sql.number("select count(*) as value from turn where id = ? and over_budget = 1", turnId)
        > 0;
  }

  /** The turn of a task that is first in line of those without a permit of their own. */
  public Optional<UUID> findWaiting(UUID taskId) {
    return sql.find(
        """
        select u.id from attempt a join turn u on u.attempt_id = a.id
        where a.task_id = ? and a.ticket is not null and u.status = 'queued' and u.over_budget = 0
          and u.turn_index = (
            select min(v.turn_index) from turn v where v.attempt_id = a.id and v.status = 'queued')
        order by a.ticket limit 1
        """,
        row -> row.id("id"),
        taskId);
  }

  /** Returns whether there was a permit. */
  public boolean usePermit(UUID taskId) {
    return sql.update(
            "update board_task set over_budget = 0 where id = ? and over_budget = 1", taskId)
        > 0;
  }

  /** Tasks whose next turn may begin whatever was spent. */
  public Set<UUID> listPermits() {
    return new HashSet<>(
        sql.list(
            "select id from board_task where over_budget = 1 order by id", row -> row.id("id")));
  }

  /** Tells those who watch that a budget is nearly used up, or used up. */
  public void warn(Budget budget) {
    var data =
        Json.object()
            .put("of", budget.of().wireName())
            .put("budget_usd", budget.limit())
            .put("spent_usd", budget.spent().atLeast())
            .put("known", budget.spent().isKnown())
            .put("exceeded", budget.isExceeded());
    switch (budget.of()) {
      case TASK -> events.ofTask(EventName.BUDGET_WARNING, budget.ofId().orElseThrow(), data);
      case PROJECT -> events.ofProject(EventName.BUDGET_WARNING, budget.ofId().orElseThrow(), data);
      case DAY -> events.ofBoard(EventName.BUDGET_WARNING, data);
    }
  }
}
