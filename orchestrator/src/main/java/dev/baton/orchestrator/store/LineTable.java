package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Attempts that run, and those that wait in line for room, first come first served. */
public final class LineTable {
  /** No ticket is as low as this. */
  public static final long FIRST = Long.MIN_VALUE;

  private static final String LOCK = "attempts in line";

  /** How many of the line are looked at together. */
  public static final int AT_A_TIME = 200;

  /**
   * The next turn of an attempt that waits.
   *
   * @param isPermitted whether it may begin whatever was spent
   */
  public record Head(
      UUID turnId, Optional<String> variant, ModelChoice choice, boolean isPermitted) {}

  /**
   * An attempt in line, with what decides where it could go.
   *
   * @param head empty if nothing is left to begin
   * @param wantedNode the only one that may take it, if somebody said so
   * @param labels that a node must have
   * @param homes of its repositories; none where there are no other nodes
   */
  public record WaitingAttempt(
      Attempt attempt,
      Optional<Head> head,
      Optional<String> wantedNode,
      List<String> labels,
      Set<String> homes) {
    public WaitingAttempt {
      labels = List.copyOf(labels);
      homes = Set.copyOf(homes);
    }

    private WaitingAttempt at(Set<String> repositories) {
      return new WaitingAttempt(attempt, head, wantedNode, labels, repositories);
    }

    public long ticket() {
      return attempt.state().findTicket().orElseThrow();
    }
  }

  private final Sql sql;
  private final EventTable events;

  LineTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Lets nobody else decide who runs until the transaction ends. */
  public void lock() {
    sql.lock(LOCK);
  }

  /** Those of a server. */
  public List<Attempt> listRunning(String node) {
    return sql.list(
        "select * from attempt where node = ? and state = 'running' order by created_at, id",
        AttemptTable::attempt,
        node);
  }

  /** Those in a project, of all servers. */
  public int countRunning(UUID projectId) {
    return (int)
        sql.number(
            "select count(*) as value from attempt where project_id = ? and state = 'running'",
            projectId);
  }

  /** How many attempts are in each state; states without attempts are left out. */
  public Map<AttemptState.Name, Long> countByState() {
    var counts = new EnumMap<AttemptState.Name, Long>(AttemptState.Name.class);
    sql.list(
            "select state, count(*) as value from attempt group by state order by state",
            row -> Map.entry(row.constant("state", AttemptState.Name.class), row.number("value")))
        .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    return counts;
  }

  public long countWaiting() {
    return sql.number("select count(*) as value from attempt where ticket is not null");
  }

  /** Those in a project. */
  public long countWaiting(UUID projectId) {
    return sql.number(
        "select count(*) as value from attempt where ticket is not null and project_id = ?",
        projectId);
  }

  /** The next in line behind a ticket; behind {@link #FIRST} are all. */
  public List<WaitingAttempt> listWaiting(long ticket, int most) {
    var page =
        sql.list(
            """
            select a.*, t.id as turn_id, t.variant as turn_variant, t.model, t.effort,
              t.over_budget,
              (select p.node_labels from project p where p.id = a.project_id) as node_labels
            from attempt a left join turn t on t.attempt_id = a.id and t.status = 'queued'
              and t.turn_index = (
                select min(q.turn_index) from turn q where q.attempt_id = a.id and q.status = 'queued')
            where a.ticket is not null and a.ticket > ? and a.state <> 'running'
            order by a.ticket limit ?
            """,
            LineTable::waiting,
            ticket,
            most);
    if (page.isEmpty() || !sql.isShared()) {
      return page;
    }
    var homes = listHomes(ticket, page.getLast().ticket());
    return page.stream()
        .map(each -> each.at(homes.getOrDefault(each.attempt().id(), Set.of())))
        .toList();
  }

  private static WaitingAttempt waiting(Row row) {
    return new WaitingAttempt(
        AttemptTable.attempt(row),
        row.findId("turn_id")
            .map(
                id ->
                    new Head(
                        id,
                        row.findText("turn_variant"),
                        TurnTable.choice(row),
                        row.flag("over_budget"))),
        row.findText("wanted_node"),
        NodeTable.labels(row),
        Set.of());
  }

  /** The homes of the repositories of those behind a ticket, up to another one. */
  private Map<UUID, Set<String>> listHomes(long behind, long last) {
    var homes = new HashMap<UUID, Set<String>>();
    sql.list(
        """
        select a.id, r.home
        from attempt a join attempt_repo c on c.attempt_id = a.id join repo r on r.id = c.repo_id
        where a.ticket is not null and a.ticket > ? and a.ticket <= ? and r.home is not null
        order by a.id, r.home
        """,
        row -> homes.computeIfAbsent(row.id("id"), _ -> new HashSet<>()).add(row.text("home")),
        behind,
        last);
    return homes;
  }

  /**
   * Lets nothing more begin at a task that nobody wants done now: who waits leaves the line, and
   * messages wait until somebody goes on. What begins by itself is withdrawn by its own rules.
   */
  public void withdraw(UUID taskId, Instant now) {
    // why before the column: who gets out of line moves its task afterwards
    lock();
    var attempts = new AttemptTable(sql, events);
    for (var attempt : listAsked(taskId)) {
      if (!attempt.isRunning()) {
        leave(attempt.id());
      }
      attempts.setQueueHeld(attempt.id(), true, now);
    }
  }

  /** Attempts at a task with something that somebody asked for and that has not begun. */
  private List<Attempt> listAsked(UUID taskId) {
    return sql.list(
        """
        select a.* from attempt a
        where a.task_id = ?
          and (a.ticket is not null
            or (select min(q.turn_index) from turn q
                where q.attempt_id = a.id and q.status = 'queued') is not null)
          and (a.state <> 'idle'
            or (select count(*) from automatic_attempt s where s.attempt_id = a.id) = 0)
        order by a.created_at, a.id
        """,
        AttemptTable::attempt,
        taskId);
  }

  /** Puts an attempt at the end of the line, unless it stands in it. */
  public void join(UUID attemptId) {
    sql.update(
        """
        update attempt set ticket = (select coalesce(max(ticket), 0) + 1 from attempt
          where ticket is not null)
        where id = ? and ticket is null
        """,
        attemptId);
    events.ofAttempt(EventName.ATTEMPT_QUEUE, attemptId, Json.object().put("in_line", true));
  }

  public void leave(UUID attemptId) {
    sql.update("update attempt set ticket = null where id = ?", attemptId);
    events.ofAttempt(EventName.ATTEMPT_QUEUE, attemptId, Json.object().put("in_line", false));
  }

  /** The place of a ticket in line, from 1. */
  public int position(long ticket) {
    return (int)
        sql.number(
            """
            select count(*) as value from attempt
            where ticket is not null and ticket <= ?
            """,
            ticket);
  }
}
