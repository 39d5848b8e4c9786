package dev.baton.orchestrator.store;

import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestAttempt;
import dev.baton.orchestrator.board.BoardTaskOverview.LatestSession;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Tasks of the board, with what is known of their attempts. */
public final class BoardTaskTable {
  /** Reads tasks with their newest attempts; which tasks is up to the query that stands in it. */
  private static final String OVERVIEW =
      """
      select page.id, page.project_id, page.title, page.description, page.status, page.created_at,
        page.updated_at,
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
      order by page.created_at desc, page.id
      """;

  private static final String ONE = OVERVIEW.formatted("select * from board_task where id = ?");

  private static final String PAGE =
      """
      select * from board_task
      where project_id = ? and created_at <= ? and (created_at < ? or id > ?)
      order by created_at desc, id
      limit %d
      """;

  private static final String PAGE_BY_STATUS =
      """
      select * from board_task
      where project_id = ? and status = ? and created_at <= ? and (created_at < ? or id > ?)
      order by created_at desc, id
      limit %d
      """;

  private final Sql sql;

  BoardTaskTable(Sql sql) {
    this.sql = sql;
  }

  public void insert(BoardTask task) {
    sql.update(
        """
        insert into board_task (id, project_id, title, description, status, created_at, updated_at)
        values (?, ?, ?, ?, ?, ?, ?)
        """,
        task.id(),
        task.projectId(),
        task.title(),
        task.description(),
        task.status(),
        task.createdAt(),
        task.updatedAt());
  }

  public void update(BoardTask task) {
    sql.update(
        "update board_task set title = ?, description = ?, status = ?, updated_at = ? where id = ?",
        task.title(),
        task.description(),
        task.status(),
        task.updatedAt(),
        task.id());
  }

  public void setStatus(UUID id, BoardTaskStatus status, Instant now) {
    sql.update(
        "update board_task set status = ?, updated_at = ? where id = ? and status <> ?",
        status,
        now,
        id,
        status);
  }

  /** Moves a task only if it stands in that column; a person may have moved it meanwhile. */
  public void moveStatus(UUID id, BoardTaskStatus from, BoardTaskStatus to, Instant now) {
    sql.update(
        "update board_task set status = ?, updated_at = ? where id = ? and status = ?",
        to,
        now,
        id,
        from);
  }

  public void delete(UUID id) {
    sql.update("delete from board_task where id = ?", id);
  }

  public Optional<BoardTask> find(UUID id) {
    return sql.find(
        """
        select id, project_id, title, description, status, created_at, updated_at
        from board_task where id = ?
        """,
        BoardTaskTable::task,
        id);
  }

  public Optional<BoardTaskOverview> findOverview(UUID id) {
    return sql.find(ONE, BoardTaskTable::overview, id);
  }

  /** Newest first; one more than the page holds, to see whether more follow. */
  public List<BoardTaskOverview> list(UUID projectId, PageRequest page) {
    var from = Position.from(page);
    return sql.list(
        listing(PAGE, page),
        BoardTaskTable::overview,
        projectId,
        from.time(),
        from.time(),
        from.id());
  }

  /** The same of one column of the board. */
  public List<BoardTaskOverview> list(UUID projectId, BoardTaskStatus status, PageRequest page) {
    var from = Position.from(page);
    return sql.list(
        listing(PAGE_BY_STATUS, page),
        BoardTaskTable::overview,
        projectId,
        status,
        from.time(),
        from.time(),
        from.id());
  }

  /** Cuts the page before anything is joined to it. */
  private static String listing(String tasks, PageRequest page) {
    // why: PostgreSQL plans a statement that it has seen often without its values, and takes a
    // limit that it does not know for a tenth of the table
    return OVERVIEW.formatted(tasks.formatted(page.limit().items() + 1));
  }

  private static BoardTask task(Row row) {
    return new BoardTask(
        row.id("id"),
        row.id("project_id"),
        row.text("title"),
        row.findText("description"),
        row.constant("status", BoardTaskStatus.class),
        row.time("created_at"),
        row.time("updated_at"));
  }

  private static BoardTaskOverview overview(Row row) {
    return new BoardTaskOverview(
        task(row),
        row.findId("attempt_id")
            .map(
                attempt ->
                    new LatestAttempt(attempt, row.text("attempt_branch"), latestSession(row))),
        row.flag("has_running"),
        row.findText("attempt_state").filter("failed"::equals).isPresent(),
        row.flag("has_question"));
  }

  static Optional<LatestSession> latestSession(Row row) {
    return row.findId("session_id")
        .map(session -> new LatestSession(session, row.text("session_executor")));
  }
}
