package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestAttempt;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.PositionKey;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Tasks of the board, with what is known of their attempts. */
public final class BoardTaskTable {
  /** Reads tasks with their newest attempts; which tasks is up to the query that stands in it. */
  private static final String OVERVIEW =
      """
      select page.id, page.project_id, page.number, page.title, page.description, page.status,
        page.priority, page.position, page.created_at, page.updated_at, page.archived_at,
        a.id as attempt_id, a.branch as attempt_branch, a.state as attempt_state,
        s.id as session_id, s.executor as session_executor,
        case when exists (
          select 1 from attempt r where r.task_id = page.id and r.state = 'running'
        ) then 1 else 0 end as has_running,
        case when exists (
          select 1 from attempt w where w.task_id = page.id and exists (
            select 1 from approval q where q.attempt_id = w.id and q.status = 'pending')
        ) then 1 else 0 end as has_question
      from (%s) page
      left join attempt a on a.id = (
        select x.id from attempt x where x.task_id = page.id
        order by x.created_at desc, x.id limit 1)
      left join agent_session s on s.id = (
        select y.id from agent_session y where y.attempt_id = a.id
        order by y.session_index desc limit 1)
      order by %s
      """;

  private static final String ONE =
      OVERVIEW.formatted("select * from board_task where id = ?", "page.id");

  private final Sql sql;
  private final EventTable events;

  BoardTaskTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /**
   * Lets nobody else say something else of a task, or start it, until the transaction ends. Who
   * changes a task takes this lock before all others, and those of several tasks in their order.
   */
  public void lock(UUID id) {
    sql.lock("task " + id);
  }

  public void insert(BoardTask task) {
    sql.update(
        """
        insert into board_task (id, project_id, number, title, description, status, priority,
          position, created_at, updated_at, archived_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        task.id(),
        task.projectId(),
        task.number(),
        task.title(),
        task.description(),
        task.status(),
        task.priority(),
        task.position().text(),
        task.createdAt(),
        task.updatedAt(),
        task.archivedAt());
    events.ofTask(
        EventName.TASK_CREATED,
        task.id(),
        Json.object().put("number", task.number()).put("title", task.title()));
  }

  /** Changes what it says, and not where it stands: others may move or archive it meanwhile. */
  public void update(BoardTask task) {
    sql.update(
        """
        update board_task set title = ?, description = ?, priority = ?, updated_at = ? where id = ?
        """,
        task.title(),
        task.description(),
        task.priority(),
        task.updatedAt(),
        task.id());
    tell(task);
  }

  /** Something beside a task's own row was changed, which has been told. */
  public void touch(UUID taskId, Instant now) {
    sql.update("update board_task set updated_at = ? where id = ?", now, taskId);
  }

  /** Takes a task off the board, or puts it back, unless others did so meanwhile. */
  public void updateArchived(BoardTask task) {
    sql.update(
        """
        update board_task set archived_at = ?, updated_at = ?
        where id = ? and (case when archived_at is null then 0 else 1 end) <> ?
        """,
        task.archivedAt(),
        task.updatedAt(),
        task.id(),
        task.archivedAt().isPresent());
    tell(task);
  }

  private void tell(BoardTask task) {
    events.ofTask(
        EventName.TASK_CHANGED,
        task.id(),
        Json.object().put("title", task.title()).put("archived", task.archivedAt().isPresent()));
  }

  /** Moves a task to the top of a column unless it stands there already. */
  public void setStatus(UUID id, BoardTaskStatus status, Instant now) {
    sql.update(
        """
        update board_task set status = ?, position = ?, updated_at = ? where id = ? and status <> ?
        """,
        status,
        new ColumnTable(sql, events).top(status).text(),
        now,
        id,
        status);
    events.ofTask(EventName.TASK_CHANGED, id, Json.object());
    new BlockerTable(sql, events).tellWaiting(id);
  }

  /** Moves a task only if it stands in that column; a person may have moved it meanwhile. */
  public void moveStatus(UUID id, BoardTaskStatus from, BoardTaskStatus to, Instant now) {
    sql.update(
        """
        update board_task set status = ?, position = ?, updated_at = ? where id = ? and status = ?
        """,
        to,
        new ColumnTable(sql, events).top(to).text(),
        now,
        id,
        from);
    events.ofTask(EventName.TASK_CHANGED, id, Json.object());
    new BlockerTable(sql, events).tellWaiting(id);
  }

  /**
   * Archives what is done, and has not changed since that time.
   *
   * @return how many tasks
   */
  public int archiveDone(DoneTasks which, Instant now) {
    var condition = done(which);
    // why no list of ids: PostgreSQL would not look again at one that others move meanwhile
    return tell(
        true,
        sql.list(
            """
            update board_task as t set archived_at = %1$d, updated_at = %1$d where %2$s
            returning project_id
            """
                .formatted(now.toEpochMilli(), condition.text()),
            row -> row.id("project_id"),
            condition.values()));
  }

  /** Each project hears of its own tasks, because whoever asks for one hears of no other. */
  private int tell(boolean archived, List<UUID> projects) {
    projects.stream()
        .collect(Collectors.groupingBy(it -> it, TreeMap::new, Collectors.counting()))
        .forEach(
            (project, count) ->
                events.ofProject(
                    EventName.TASK_CHANGED,
                    project,
                    Json.object().put("archived", archived).put("count", count)));
    return projects.size();
  }

  /** Those of done tasks at which something waits to begin. */
  public List<UUID> listAsked(DoneTasks which) {
    var condition = done(which).and(AutoStartTable.ASKED);
    return sql.list(
        "select t.id from board_task t where %s order by t.id".formatted(condition.text()),
        row -> row.id("id"),
        condition.values());
  }

  private TaskCondition done(DoneTasks which) {
    return TaskCondition.of(which.filter(), sql).and("t.updated_at < ?", which.before());
  }

  /**
   * Puts back what was archived at that time.
   *
   * @return how many tasks
   */
  public int putBack(Instant archivedAt, Instant now) {
    return tell(
        false,
        sql.list(
            """
            update board_task set archived_at = null, updated_at = ? where archived_at = ?
            returning project_id
            """,
            row -> row.id("project_id"),
            now,
            archivedAt));
  }

  public void delete(UUID id) {
    events.ofTask(EventName.TASK_DELETED, id, Json.object());
    sql.update("delete from board_task where id = ?", id);
  }

  public Optional<BoardTask> find(UUID id) {
    return sql.find("select * from board_task where id = ?", BoardTaskTable::task, id);
  }

  public Optional<UUID> findId(UUID projectId, long number) {
    return sql.find(
        "select id from board_task where number = ? and project_id = ?",
        row -> row.id("id"),
        number,
        projectId);
  }

  public Optional<BoardTaskOverview> findOverview(UUID id) {
    return withDetails(sql.list(ONE, BoardTaskTable::overview, id)).stream().findFirst();
  }

  /** Newest first; one more than the page holds, to see whether more follow. */
  public List<BoardTaskOverview> listNewest(BoardTaskFilter filter, PageRequest page) {
    var from = Position.from(page);
    var condition =
        TaskCondition.of(filter, sql)
            .and(
                "t.created_at <= ? and (t.created_at < ? or t.id > ?)",
                from.time(),
                from.time(),
                from.id());
    return list(condition, "%1$s.created_at desc, %1$s.id", page);
  }

  /**
   * A column as people put it in order; one more than the page holds, to see whether more follow.
   *
   * @param after the key of the task before them; empty text for the first
   */
  public List<BoardTaskOverview> listColumn(
      BoardTaskFilter filter, String after, PageRequest page) {
    var condition = TaskCondition.of(filter, sql).and("t.position > ?", after);
    return list(condition, "%1$s.position, %1$s.id", page);
  }

  /** How many tasks there are in each column; empty columns are left out. */
  public Map<BoardTaskStatus, Long> countByStatus(BoardTaskFilter filter) {
    var counts = new EnumMap<BoardTaskStatus, Long>(BoardTaskStatus.class);
    var condition = TaskCondition.of(filter, sql);
    sql.list(
            """
            select t.status, count(*) as value from board_task t where %s
            group by t.status order by t.status
            """
                .formatted(condition.text()),
            row -> Map.entry(row.constant("status", BoardTaskStatus.class), row.number("value")),
            condition.values())
        .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    return counts;
  }

  /** How many tasks the filter lets through that stand no lower than this place. */
  public long countDownTo(BoardTaskFilter filter, PositionKey place) {
    var condition = TaskCondition.of(filter, sql).and("t.position <= ?", place.text());
    return sql.number(
        "select count(*) as value from board_task t where " + condition.text(), condition.values());
  }

  /** Cuts the page before anything is joined to it. */
  private List<BoardTaskOverview> list(TaskCondition condition, String order, PageRequest page) {
    // why: PostgreSQL plans a statement that it has seen often without its values, and takes a
    // limit that it does not know for a tenth of the table
    var tasks =
        "select t.* from board_task t where %s order by %s limit %d"
            .formatted(condition.text(), order.formatted("t"), page.limit().items() + 1);
    return withDetails(
        sql.list(
            OVERVIEW.formatted(tasks, order.formatted("page")),
            BoardTaskTable::overview,
            condition.values()));
  }

  /** Adds what other tables say of the tasks, with one query each. */
  private List<BoardTaskOverview> withDetails(List<BoardTaskOverview> tasks) {
    var ids = tasks.stream().map(it -> it.task().id()).toList();
    var labels = new LabelTable(sql, events).listOfTasks(ids);
    var blockers = new BlockerTable(sql, events).listOfTasks(ids);
    var autoStarts = new AutoStartTable(sql, events).findOfTasks(ids);
    return tasks.stream()
        .map(
            it -> {
              var id = it.task().id();
              var detailed =
                  it.withLabels(labels.getOrDefault(id, List.of()))
                      .withBlockers(blockers.getOrDefault(id, List.of()));
              return Optional.ofNullable(autoStarts.get(id))
                  .map(detailed::withAutoStart)
                  .orElse(detailed);
            })
        .toList();
  }

  private static BoardTask task(Row row) {
    return new BoardTask(
        row.id("id"),
        row.id("project_id"),
        row.number("number"),
        row.text("title"),
        row.findText("description"),
        row.constant("status", BoardTaskStatus.class),
        row.constant("priority", Priority.class),
        new PositionKey(row.text("position")),
        row.time("created_at"),
        row.time("updated_at"),
        row.findTime("archived_at"));
  }

  private static BoardTaskOverview overview(Row row) {
    return new BoardTaskOverview(
        task(row),
        row.findId("attempt_id")
            .map(
                attempt ->
                    new LatestAttempt(attempt, row.text("attempt_branch"), latestSession(row))),
        List.of(),
        List.of(),
        Optional.empty(),
        row.flag("has_running"),
        row.findText("attempt_state").filter("failed"::equals).isPresent(),
        row.flag("has_question"));
  }

  static Optional<LatestSession> latestSession(Row row) {
    return row.findId("session_id")
        .map(session -> new LatestSession(session, row.text("session_executor")));
  }
}
