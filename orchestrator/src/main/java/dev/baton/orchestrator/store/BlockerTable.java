package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.Blocker;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Which tasks wait for which others. */
public final class BlockerTable {
  /** Holds of a task {@code t} that waits for nothing any more. */
  static final String UNBLOCKED =
      """
      not exists (
        select 1 from task_blocker b left join board_task w on w.id = b.blocker_id
        where b.task_id = t.id
          and coalesce(w.status, case when b.was_done = 1 then 'done' else 'deleted' end) <> 'done')\
      """;

  /** A task waits for another one. */
  public record Edge(UUID taskId, UUID blockerId) {}

  private record BlockerOf(UUID taskId, Blocker blocker) {}

  private final Sql sql;
  private final EventTable events;

  BlockerTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Lets nobody else change what waits for what until the transaction ends. */
  public void lock() {
    sql.lock("blockers");
  }

  /** Lets a task wait for these and no others; what is known of the deleted among them stays. */
  public void set(UUID taskId, List<UUID> blockers, Instant now) {
    for (var edge : listEdges(List.of(taskId))) {
      if (!blockers.contains(edge.blockerId())) {
        sql.update(
            "delete from task_blocker where task_id = ? and blocker_id = ?",
            taskId,
            edge.blockerId());
      }
    }
    for (int place = 0; place < blockers.size(); place++) {
      var kept =
          sql.update(
              "update task_blocker set place = ? where task_id = ? and blocker_id = ?",
              place,
              taskId,
              blockers.get(place));
      if (kept == 0) {
        sql.update(
            """
            insert into task_blocker (task_id, blocker_id, place, project_id, number)
            select ?, id, ?, project_id, number from board_task where id = ?
            """,
            taskId,
            place,
            blockers.get(place));
      }
    }
    sql.update("update board_task set updated_at = ? where id = ?", now, taskId);
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
  }

  public List<Edge> listEdges(Collection<UUID> tasks) {
    return sql.list(
        "select task_id, blocker_id from task_blocker where task_id in (%s) order by task_id, place"
            .formatted(places(tasks)),
        row -> new Edge(row.id("task_id"), row.id("blocker_id")),
        tasks.toArray());
  }

  /** What some tasks wait for, in the order in which it was said; the others are left out. */
  public Map<UUID, List<Blocker>> listOfTasks(Collection<UUID> tasks) {
    return list(
        """
            select b.task_id, b.blocker_id, b.project_id, b.number,
              (select p.name from project p where p.id = b.project_id) as project_name,
              coalesce(w.title, b.title, '') as title, w.status, b.was_done,
              (select x.state from attempt x where x.task_id = b.blocker_id
               order by x.created_at desc, x.id limit 1) as attempt_state
            from task_blocker b
            left join board_task w on w.id = b.blocker_id
            where b.task_id in (%s) order by b.task_id, b.place, b.blocker_id
            """,
        tasks);
  }

  /** Tasks that wait for these, by the task that they wait for; what was deleted waits no more. */
  public Map<UUID, List<Blocker>> listWaiting(Collection<UUID> tasks) {
    return list(
        """
            select b.blocker_id as task_id, t.id as blocker_id, t.project_id, t.number,
              (select p.name from project p where p.id = t.project_id) as project_name,
              t.title, t.status, 0 as was_done,
              (select x.state from attempt x where x.task_id = t.id
               order by x.created_at desc, x.id limit 1) as attempt_state
            from task_blocker b join board_task t on t.id = b.task_id
            where b.blocker_id in (%s) order by b.blocker_id, t.created_at, t.id
            """,
        tasks);
  }

  private Map<UUID, List<Blocker>> list(String query, Collection<UUID> tasks) {
    return tasks.isEmpty()
        ? Map.of()
        : sql.list(query.formatted(places(tasks)), BlockerTable::blocker, tasks.toArray()).stream()
            .collect(
                Collectors.groupingBy(
                    BlockerOf::taskId,
                    Collectors.mapping(BlockerOf::blocker, Collectors.toList())));
  }

  private static String places(Collection<UUID> ids) {
    return String.join(", ", Collections.nCopies(ids.size(), "?"));
  }

  private static BlockerOf blocker(Row row) {
    return new BlockerOf(
        row.id("task_id"),
        new Blocker(
            row.id("blocker_id"),
            row.id("project_id"),
            row.text("project_name"),
            row.number("number"),
            row.text("title"),
            state(row)));
  }

  private static Blocker.State state(Row row) {
    if (row.findText("status").isEmpty()) {
      return row.flag("was_done") ? Blocker.State.DONE : Blocker.State.DELETED;
    }
    var hasFailed = row.findText("attempt_state").filter("failed"::equals).isPresent();
    return switch (row.constant("status", BoardTaskStatus.class)) {
      case DONE -> Blocker.State.DONE;
      case CANCELLED -> Blocker.State.CANCELLED;
      case TODO -> hasFailed ? Blocker.State.FAILED : Blocker.State.TODO;
      case IN_PROGRESS -> hasFailed ? Blocker.State.FAILED : Blocker.State.IN_PROGRESS;
      case IN_REVIEW -> hasFailed ? Blocker.State.FAILED : Blocker.State.IN_REVIEW;
    };
  }

  /** Keeps what those who wait for a task must know of it, because it is about to be deleted. */
  public void keepTrace(BoardTask task) {
    sql.update(
        "update task_blocker set title = ?, was_done = ? where blocker_id = ?",
        task.title(),
        task.status() == BoardTaskStatus.DONE,
        task.id());
    tellWaiting(task.id());
  }

  /** Tells those who watch tasks that wait for this one. */
  void tellWaiting(UUID blockerId) {
    sql.list(
            "select task_id from task_blocker where blocker_id = ? order by task_id",
            row -> row.id("task_id"),
            blockerId)
        .forEach(task -> events.ofTask(EventName.TASK_CHANGED, task, Json.object()));
  }
}
