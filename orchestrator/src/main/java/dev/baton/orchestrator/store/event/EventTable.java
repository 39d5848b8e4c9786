package dev.baton.orchestrator.store.event;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happened, in the order of commits. The tables tell it when they change something; it is
 * written at the end of the transaction, under a lock that nothing follows. So ids rise in the
 * order in which readers can see them, and nobody who remembers the last one misses any.
 */
public final class EventTable {
  public static final String CHANNEL = "baton_events";

  private record Told(
      EventName name,
      Optional<UUID> projectId,
      Optional<UUID> taskId,
      Optional<UUID> attemptId,
      ObjectNode data) {
    private boolean isOfTask(EventName name, Optional<UUID> taskId) {
      return this.name == name && this.taskId.equals(taskId) && taskId.isPresent();
    }
  }

  private final Sql sql;
  private final Set<Told> told = new LinkedHashSet<>();

  public EventTable(Sql sql) {
    this.sql = sql;
  }

  /** Tells an event of all projects together. */
  public void ofBoard(EventName name, ObjectNode data) {
    told.add(new Told(name, Optional.empty(), Optional.empty(), Optional.empty(), data));
  }

  public void ofProject(EventName name, UUID projectId, ObjectNode data) {
    told.add(new Told(name, Optional.of(projectId), Optional.empty(), Optional.empty(), data));
  }

  /** Tells an event of a task, unless the task is gone. */
  public void ofTask(EventName name, UUID taskId, ObjectNode data) {
    sql.find(
            "select project_id, status from board_task where id = ?",
            row ->
                new Told(
                    name,
                    Optional.of(row.id("project_id")),
                    Optional.of(taskId),
                    Optional.empty(),
                    data.put("status", row.text("status"))),
            taskId)
        .ifPresent(told::add);
  }

  /** Tells an event of an attempt, unless the attempt is gone. */
  public void ofAttempt(EventName name, UUID attemptId, ObjectNode data) {
    sql.find(
            "select project_id, task_id from attempt where id = ?",
            row ->
                new Told(
                    name,
                    Optional.of(row.id("project_id")),
                    Optional.of(row.id("task_id")),
                    Optional.of(attemptId),
                    data),
            attemptId)
        .ifPresent(told::add);
  }

  /** Writes what was told. Returns the attempts to which it happened; empty if nothing did. */
  public Optional<Set<UUID>> flush() {
    if (told.isEmpty()) {
      return Optional.empty();
    }
    sql.lock("events");
    var next = latest().orElse(0L) + 1;
    for (var event : once()) {
      sql.update(
          """
          insert into event (id, happened_at, name, project_id, task_id, attempt_id, data)
          values (?, %s, ?, ?, ?, ?, ?)
          """
              .formatted(sql.now()),
          next++,
          event.name().wireName(),
          event.projectId(),
          event.taskId(),
          event.attemptId(),
          event.data().toString());
    }
    tell(new NodeNews.Happened());
    return Optional.of(
        told.stream()
            .flatMap(event -> event.attemptId().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Several tables tell of one change of a task; who waits for it hears of it once. */
  private List<Told> once() {
    var events = new ArrayList<Told>();
    for (var event : told) {
      if (event.name() != EventName.TASK_CHANGED || !isSaid(events, event)) {
        events.add(event);
      }
    }
    return events;
  }

  /** Whether these say of a task what this one says; another change of it learns what is new. */
  private static boolean isSaid(List<Told> events, Told changed) {
    for (var event : events) {
      if (event.isOfTask(EventName.TASK_CHANGED, changed.taskId())) {
        event.data().setAll(changed.data());
        return true;
      }
      if (event.isOfTask(EventName.TASK_CREATED, changed.taskId())
          && changed.data().properties().stream()
              .allMatch(it -> it.getValue().equals(event.data().get(it.getKey())))) {
        return true;
      }
    }
    return false;
  }

  /** Tells other nodes when the transaction is committed; there are none on SQLite. */
  public void tell(NodeNews news) {
    if (sql.isShared()) {
      sql.list("select pg_notify(?, ?) as told", row -> row, CHANNEL, news.words());
    }
  }

  /** Up to which event there is something; empty if nothing has happened yet. */
  public Optional<Long> latest() {
    return sql.find("select max(id) as id from event", row -> row.findNumber("id"))
        .flatMap(id -> id);
  }

  public Optional<Long> oldest() {
    return sql.find("select min(id) as id from event", row -> row.findNumber("id"))
        .flatMap(id -> id);
  }

  /** An event; empty if it is no longer kept. */
  public Optional<BoardEvent> find(long id) {
    return sql.find("select * from event where id = ?", EventTable::event, id);
  }

  /** At most so many, oldest first, after this one. */
  public List<BoardEvent> listAfter(EventFilter filter, long after, int most) {
    return list(filter, "id > ? order by id limit ?", after, most);
  }

  /** The newest, oldest first. */
  public List<BoardEvent> listNewest(EventFilter filter, int most) {
    return list(filter, "id > ? order by id desc limit ?", -1L, most).reversed();
  }

  private List<BoardEvent> list(EventFilter filter, String end, long after, int most) {
    var query = new StringBuilder("select * from event where ");
    var values = new ArrayList<Object>();
    narrow(query, values, "project_id", filter.projectId());
    narrow(query, values, "task_id", filter.taskId());
    narrow(query, values, "attempt_id", filter.attemptId());
    if (!filter.names().isEmpty()) {
      query.append(
          filter.names().stream()
              .map(_ -> "?")
              .collect(Collectors.joining(", ", "name in (", ") and ")));
      filter.names().forEach(name -> values.add(name.wireName()));
    }
    values.add(after);
    values.add(most);
    return sql.list(query.append(end).toString(), EventTable::event, values.toArray());
  }

  private static void narrow(
      StringBuilder query, List<Object> values, String column, Optional<UUID> id) {
    id.ifPresent(
        it -> {
          query.append(column).append(" = ? and ");
          values.add(it);
        });
  }

  private static BoardEvent event(Row row) {
    return new BoardEvent(
        row.number("id"),
        row.time("happened_at"),
        EventName.find(row.text("name")).orElse(EventName.TASK_CHANGED),
        row.findId("project_id"),
        row.findId("task_id"),
        row.findId("attempt_id"),
        (ObjectNode) Json.MAPPER.readTree(row.text("data")));
  }

  /** Forgets what is old or too much; the newest stays, because ids go on from it. */
  public int forget(Instant before, long most) {
    var latest = latest().orElse(0L);
    return sql.update(
        "delete from event where id < ? and (happened_at < ? or id <= ?)",
        latest,
        before,
        latest - most);
  }
}
