package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.Position;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.review.UpdateTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Attempts and their repositories. */
public final class AttemptTable {
  static final String NO_FAILURE_TEXT = "it does not say why";

  /** Reads attempts with their newest sessions; which ones is up to the query inside. */
  private static final String OVERVIEW =
      """
      select a.id, a.task_id, t.title, a.branch, a.state, a.created_at, a.updated_at,
        s.id as session_id, s.executor as session_executor
      from (%s) a
      join board_task t on t.id = a.task_id
      left join agent_session s on s.id = (
        select y.id from agent_session y where y.attempt_id = a.id
        order by y.session_index desc limit 1)
      order by a.created_at desc, a.id
      """;

  private final Sql sql;
  private final EventTable events;

  AttemptTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void insert(Attempt attempt, List<AttemptRepo> repos) {
    sql.update(
        """
        insert into attempt (id, task_id, project_id, branch, root, executor, state, epoch, ticket,
          queue_held, workspace_made, node, next_raw_index, next_normalized_index, created_at, updated_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)
        """,
        attempt.id(),
        attempt.taskId(),
        attempt.projectId(),
        attempt.branch(),
        attempt.root(),
        attempt.executor(),
        attempt.state().name(),
        attempt.epoch(),
        attempt.state().findTicket(),
        attempt.isQueueHeld(),
        attempt.hasWorkspace(),
        attempt.home(),
        attempt.createdAt(),
        attempt.updatedAt());
    events.ofAttempt(
        EventName.ATTEMPT_CREATED,
        attempt.id(),
        Json.object()
            .put("executor", attempt.executor())
            .put("state", attempt.state().name().wireName()));
    for (int place = 0; place < repos.size(); place++) {
      var repo = repos.get(place);
      sql.update(
          """
          insert into attempt_repo (attempt_id, repo_id, place, repo_name, target_branch, base_commit)
          values (?, ?, ?, ?, ?, ?)
          """,
          repo.attemptId(),
          repo.repoId(),
          place,
          repo.repoName(),
          repo.targetBranch(),
          repo.baseCommit());
    }
  }

  public Optional<Attempt> find(UUID id) {
    return sql.find("select * from attempt where id = ?", AttemptTable::attempt, id);
  }

  public Optional<UUID> findLatest(UUID taskId) {
    return sql.find(
        "select id from attempt where task_id = ? order by created_at desc, id limit 1",
        row -> row.id("id"),
        taskId);
  }

  /** Those at a task, newest first. */
  public List<AttemptOverview> list(UUID taskId) {
    return sql.list(
        OVERVIEW.formatted("select * from attempt where task_id = ?"),
        AttemptTable::overview,
        taskId);
  }

  /** Those at all tasks that the filter lets through, newest first; one more than fits. */
  public List<AttemptOverview> list(AttemptOverview.Filter filter, PageRequest page) {
    var from = Position.from(page);
    var values = new ArrayList<Object>(List.of(from.time(), from.time(), from.id()));
    filter.projectId().ifPresent(values::add);
    return sql.list(
        OVERVIEW.formatted(
            """
            select * from attempt where created_at <= ? and (created_at < ? or id > ?)%s%s
            order by created_at desc, id limit %d
            """
                .formatted(
                    filter.projectId().isPresent()
                        ? " and task_id in (select id from board_task where project_id = ?)"
                        : "",
                    inStates(filter.states()),
                    page.limit().items() + 1)),
        AttemptTable::overview,
        values.toArray());
  }

  private static String inStates(List<AttemptState.Name> states) {
    return states.isEmpty()
        ? ""
        : states.stream()
            .map(state -> "'%s'".formatted(state.wireName()))
            .collect(Collectors.joining(", ", " and state in (", ")"));
  }

  private static AttemptOverview overview(Row row) {
    return new AttemptOverview(
        row.id("id"),
        row.id("task_id"),
        row.text("title"),
        row.text("branch"),
        row.constant("state", AttemptState.Name.class),
        row.time("created_at"),
        row.time("updated_at"),
        BoardTaskTable.latestSession(row));
  }

  /** Those with a workspace whose task is finished, and which rest since then or longer. */
  public List<Attempt> listFinishedTasks(Instant since) {
    return sql.list(
        """
        select a.* from attempt a join board_task t on t.id = a.task_id
        where t.status in ('done', 'cancelled') and t.updated_at <= ? and a.workspace_made = 1
          and a.state <> 'running' and coalesce(a.last_activity_at, a.created_at) <= ?
          and coalesce(a.imported_at, 0) <= ?
        order by a.created_at, a.id
        """,
        AttemptTable::attempt,
        since,
        since,
        since);
  }

  /** Those that have ended and rest since then or longer, and still have a log. */
  public List<Attempt> listWithOldLogs(Instant since) {
    return sql.list(
        """
        select a.* from attempt a
        where a.state in ('completed', 'failed')
          and coalesce(a.last_activity_at, a.created_at) <= ? and coalesce(a.imported_at, 0) <= ?
          and exists (select 1 from log_entry e where e.attempt_id = a.id)
        order by a.created_at, a.id
        """,
        AttemptTable::attempt,
        since,
        since);
  }

  /** In the order in which they were chosen. */
  public List<AttemptRepo> listRepos(UUID attemptId) {
    return sql.list(
        """
        select attempt_id, repo_id, repo_name, target_branch, base_commit
        from attempt_repo where attempt_id = ? order by place
        """,
        row ->
            new AttemptRepo(
                row.id("attempt_id"),
                row.id("repo_id"),
                row.text("repo_name"),
                row.text("target_branch"),
                row.text("base_commit")),
        attemptId);
  }

  /**
   * A server takes up an attempt that it has: whoever drove it before can no longer write.
   *
   * @return the new epoch; empty if the attempt is gone or another server has it
   */
  public Optional<Long> claim(UUID id, String node) {
    // why not updated: nothing of it has changed for those who look at it
    return sql.update("update attempt set epoch = epoch + 1 where id = ? and node = ?", id, node)
            == 1
        ? find(id).map(Attempt::epoch)
        : Optional.empty();
  }

  /**
   * A server takes what belongs to it and says so nowhere: in a shared database what is in its data
   * directory, in one of its own everything, whatever the server was called before.
   */
  public void adopt(String node, Path dataDirectory) {
    if (sql.isShared()) {
      var prefix = dataDirectory + "/";
      sql.update(
          """
          update attempt set node = ?
          where node is null and workspace_made = 1 and substr(root, 1, ?) = ?
          """,
          node,
          prefix.length(),
          prefix);
    } else {
      sql.update("update attempt set node = ? where node is null or node <> ?", node, node);
    }
  }

  /** An attempt that was on no node is on this one from now on, in its data directory. */
  public void place(Attempt attempt, String node, Path directory) {
    sql.update(
        "update attempt set node = ?, root = ? where id = ? and node is null",
        node,
        directory.resolve("worktrees").resolve(attempt.id().toString()),
        attempt.id());
  }

  /** What a node has belongs to another name from now on. */
  public void rename(String node, String other) {
    sql.update("update attempt set node = ? where node = ?", other, node);
  }

  /** The attempt leaves its node, which can write nothing more for it. */
  public void uproot(UUID id, Instant now) {
    sql.update(
        """
        update attempt set node = null, workspace_made = 0, epoch = epoch + 1, updated_at = ?
        where id = ?
        """,
        now,
        id);
  }

  /** Attempts of a server that was taken for dead in the middle of their turns. */
  public List<Attempt> listInterrupted(String node) {
    return sql.list(
        """
        select a.* from attempt a join turn t on t.attempt_id = a.id and t.status = 'active'
        where a.node = ? and a.state = 'failed' order by a.created_at, a.id
        """,
        AttemptTable::attempt,
        node);
  }

  /** True if nobody took the attempt over since; every later write asks this first. */
  public boolean isHeld(UUID id, long epoch) {
    sql.lock("attempt " + id);
    return sql.number("select count(*) as value from attempt where id = ? and epoch = ?", id, epoch)
        == 1;
  }

  /** True if nobody has deleted the attempt; whoever writes beside its driver asks this first. */
  public boolean isThere(UUID id) {
    sql.lock("attempt " + id);
    return find(id).isPresent();
  }

  /** The attempt goes on, or is done; what went wrong before is forgotten. */
  public void setState(UUID id, AttemptState state, Instant now) {
    find(id)
        .filter(attempt -> !attempt.state().mayBecome(state))
        .ifPresent(attempt -> refuse(attempt, state));
    sql.update(
        """
        update attempt set state = ?, failure_summary = ?, stopped_by = ?, updated_at = ?,
          last_activity_at = ? where id = ?
        """,
        state.name(),
        state.failureSummary(),
        state.stoppedBy(),
        now,
        now,
        id);
    tellState(id, state);
  }

  private void tellState(UUID id, AttemptState state) {
    var data = Json.object().put("state", state.name().wireName());
    state.failureSummary().ifPresent(summary -> data.put("failure_summary", summary));
    events.ofAttempt(EventName.ATTEMPT_STATE, id, data);
  }

  private static void refuse(Attempt attempt, AttemptState state) {
    throw new IllegalStateException(
        "Attempt %s is %s and cannot become %s"
            .formatted(attempt.id(), attempt.state().name().wireName(), state.name().wireName()));
  }

  /** Something happened to the attempt. */
  public void setActive(UUID id, Instant now) {
    sql.update("update attempt set last_activity_at = ? where id = ?", now, id);
  }

  public void setQueueHeld(UUID id, boolean isHeld, Instant now) {
    sql.update("update attempt set queue_held = ?, updated_at = ? where id = ?", isHeld, now, id);
    events.ofAttempt(EventName.ATTEMPT_QUEUE, id, Json.object().put("held", isHeld));
  }

  /** How much the attempt has changed. */
  public void setLines(UUID id, LineCounts lines) {
    sql.update(
        "update attempt set lines_added = ?, lines_deleted = ? where id = ?",
        lines.added(),
        lines.deleted(),
        id);
  }

  /** Nobody knows how much the attempt has changed. */
  public void clearLines(UUID id) {
    sql.update("update attempt set lines_added = null, lines_deleted = null where id = ?", id);
  }

  public void setWorkspaceMade(UUID id, boolean isMade) {
    sql.update("update attempt set workspace_made = ? where id = ?", isMade, id);
  }

  public Optional<UUID> findByRoot(Path root) {
    return sql.find("select id from attempt where root = ?", row -> row.id("id"), root);
  }

  /** With everything that belongs to it. */
  public void delete(UUID id) {
    events.ofAttempt(EventName.ATTEMPT_DELETED, id, Json.object());
    sql.update("delete from stored_request where attempt_id = ?", id);
    sql.update("delete from attempt where id = ?", id);
  }

  static Attempt attempt(Row row) {
    return new Attempt(
        row.id("id"),
        row.id("task_id"),
        row.id("project_id"),
        row.text("branch"),
        Path.of(row.text("root")),
        row.text("executor"),
        state(row),
        row.number("epoch"),
        row.flag("queue_held"),
        row.flag("workspace_made"),
        row.findText("node"),
        row.time("created_at"),
        row.time("updated_at"),
        row.findTime("last_activity_at"),
        row.findNumber("lines_added")
            .flatMap(
                added ->
                    row.findNumber("lines_deleted").map(deleted -> new LineCounts(added, deleted))),
        UpdateTable.conflict(row));
  }

  private static AttemptState state(Row row) {
    return switch (row.constant("state", AttemptState.Name.class)) {
      case IDLE -> atRest(row, new AttemptState.NotBegun());
      case RUNNING -> new AttemptState.Running();
      case COMPLETED -> atRest(row, new AttemptState.Completed());
      case FAILED -> atRest(row, failed(row));
    };
  }

  private static AttemptState.AtRest failed(Row row) {
    var summary = row.findText("failure_summary").orElse(NO_FAILURE_TEXT);
    return row.findText("stopped_by")
        .<AttemptState.AtRest>map(by -> new AttemptState.Stopped(summary, by))
        .orElseGet(() -> new AttemptState.Failed(summary));
  }

  private static AttemptState atRest(Row row, AttemptState.AtRest state) {
    var ticket = row.findNumber("ticket");
    return ticket.isPresent() ? new AttemptState.InLine(ticket.get(), state) : state;
  }
}
