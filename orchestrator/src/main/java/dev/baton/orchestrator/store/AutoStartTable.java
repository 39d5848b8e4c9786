package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What the server starts by itself: tasks whose blockers are done, and tasks of projects. */
public final class AutoStartTable {
  /** Holds of a task {@code t} at which somebody works, or is about to. */
  static final String ATTEMPTED =
      """
      exists (
        select 1 from attempt x
        where x.task_id = t.id and (x.state = 'running' or x.ticket is not null))\
      """;

  /** Holds of a task {@code t} at which something waits to begin. */
  static final String ASKED =
      """
      exists (
        select 1 from attempt x
        where x.task_id = t.id and (x.ticket is not null or exists (
          select 1 from turn u where u.attempt_id = x.id and u.status = 'queued')))\
      """;

  /** Holds of a task {@code t} that the server must not begin, whatever it decided earlier. */
  private static final String RESTING =
      """
      (t.status in ('done', 'cancelled') or t.archived_at is not null
        or (select p.archived_at from project p where p.id = t.project_id) is not null
        or not %s)\
      """
          .formatted(BlockerTable.UNBLOCKED);

  /** How an attempt ended that the server started for its project. */
  public record PulledAttempt(
      UUID attemptId,
      AttemptState.Name state,
      String taskName,
      String summary,
      boolean isStopped) {}

  private record OfTask(UUID taskId, AutoStart autoStart) {}

  private record Untimely(UUID attemptId, UUID taskId, Optional<AutoStart> wish) {}

  private record OfProject(UUID projectId, Pull pull) {}

  private final Sql sql;
  private final EventTable events;

  AutoStartTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void setOfTask(UUID taskId, AutoStart autoStart) {
    deleteOfTask(taskId);
    if (!autoStart.isOff()) {
      sql.update(
          "insert into task_auto_start (task_id, executor, variant, problem) values (?, ?, ?, ?)",
          taskId,
          autoStart.executor(),
          autoStart.variant(),
          autoStart.problem());
    }
    var data = Json.object();
    autoStart.problem().ifPresent(problem -> data.put("auto_start_problem", problem));
    events.ofTask(EventName.TASK_CHANGED, taskId, data);
  }

  /** The task is not started by itself, nor is what it wished before put back. */
  public void deleteOfTask(UUID taskId) {
    sql.update("delete from task_auto_start where task_id = ?", taskId);
    sql.update(
        """
        update automatic_attempt set executor = null, variant = null
        where attempt_id in (select a.id from attempt a where a.task_id = ?)
        """,
        taskId);
  }

  public Optional<AutoStart> findOfTask(UUID taskId) {
    return Optional.ofNullable(findOfTasks(List.of(taskId)).get(taskId));
  }

  /** Tasks that are not to be started are left out. */
  Map<UUID, AutoStart> findOfTasks(Collection<UUID> tasks) {
    if (tasks.isEmpty()) {
      return Map.of();
    }
    return sql
        .list(
            "select * from task_auto_start where task_id in (%s)".formatted(places(tasks)),
            row ->
                new OfTask(
                    row.id("task_id"),
                    new AutoStart(
                        row.text("executor"), row.findText("variant"), row.findText("problem"))),
            tasks.toArray())
        .stream()
        .collect(Collectors.toMap(OfTask::taskId, OfTask::autoStart));
  }

  private static String places(Collection<UUID> ids) {
    return String.join(", ", Collections.nCopies(ids.size(), "?"));
  }

  /**
   * Tasks that wait for nothing but perhaps for money, with their projects: the last blocker is
   * done or gone, or there never was one. Oldest first.
   */
  public Map<UUID, UUID> listDue(int most) {
    var due = new LinkedHashMap<UUID, UUID>();
    sql.list(due("1 = 1", most), row -> due.put(row.id("id"), row.id("project_id")));
    return due;
  }

  public boolean isDue(UUID taskId) {
    return !sql.list(due("t.id = ?", 1), row -> row.id("id"), taskId).isEmpty();
  }

  private static String due(String condition, int most) {
    return """
    select t.id, t.project_id from task_auto_start s join board_task t on t.id = s.task_id
    where s.problem is null and t.status = 'todo' and t.archived_at is null
      and (select p.archived_at from project p where p.id = t.project_id) is null
      and %s and not %s and %s
    order by t.id limit %d
    """
        .formatted(BlockerTable.UNBLOCKED, ATTEMPTED, condition, most);
  }

  /** Lets nobody else start tasks for a project, or say how, until the transaction ends. */
  public void lockProject(UUID projectId) {
    sql.lock("pull of " + projectId);
  }

  /** Says how tasks of a project are taken; a limit of 0 takes none. */
  public void setOfProject(UUID projectId, Pull pull) {
    sql.update("delete from project_auto_start where project_id = ?", projectId);
    if (pull.limit() > 0) {
      sql.update(
          """
          insert into project_auto_start (project_id, attempt_limit, executor, variant, labels,
            failures, paused_reason)
          values (?, ?, ?, ?, ?, ?, ?)
          """,
          projectId,
          pull.limit(),
          pull.executor(),
          pull.variant(),
          String.join("\n", pull.labels()),
          pull.failures(),
          pull.pausedReason());
    }
    var data =
        Json.object()
            .put("auto_start_limit", pull.limit())
            .put("auto_start_paused", pull.pausedReason().isPresent());
    pull.pausedReason().ifPresent(reason -> data.put("reason", reason));
    events.ofProject(EventName.PROJECT_CHANGED, projectId, data);
  }

  public Optional<Pull> findOfProject(UUID projectId) {
    return Optional.ofNullable(findOfProjects(List.of(projectId)).get(projectId));
  }

  /** Projects without are left out. */
  public Map<UUID, Pull> findOfProjects(Collection<UUID> projects) {
    if (projects.isEmpty()) {
      return Map.of();
    }
    return sql
        .list(
            "select * from project_auto_start where project_id in (%s)".formatted(places(projects)),
            row ->
                new OfProject(
                    row.id("project_id"),
                    new Pull(
                        (int) row.number("attempt_limit"),
                        row.text("executor"),
                        row.findText("variant"),
                        row.text("labels").lines().filter(name -> !name.isEmpty()).toList(),
                        (int) row.number("failures"),
                        row.findText("paused_reason"))),
            projects.toArray())
        .stream()
        .collect(Collectors.toMap(OfProject::projectId, OfProject::pull));
  }

  /** Projects of which tasks are taken, unless that is paused. */
  public List<UUID> listPulling() {
    return sql.list(
        """
        select s.project_id from project_auto_start s join project p on p.id = s.project_id
        where s.paused_reason is null and p.archived_at is null order by s.project_id
        """,
        row -> row.id("project_id"));
  }

  /** Projects of which no tasks are taken until somebody resumes it. */
  public List<UUID> listPaused() {
    return sql.list(
        """
        select s.project_id from project_auto_start s join project p on p.id = s.project_id
        where s.paused_reason is not null and p.archived_at is null order by s.project_id
        """,
        row -> row.id("project_id"));
  }

  /** The server starts an attempt by itself, which is what its task may have wished. */
  public void addAutomatic(UUID attemptId, UUID taskId) {
    var wish = findOfTask(taskId);
    deleteOfTask(taskId);
    sql.update(
        "insert into automatic_attempt (attempt_id, executor, variant) values (?, ?, ?)",
        attemptId,
        wish.map(AutoStart::executor),
        wish.flatMap(AutoStart::variant));
  }

  /** Attempts in line that the server started by itself, and whose tasks must wait again. */
  public List<UUID> listUntimely() {
    return untimely("1 = 1").stream().map(Untimely::attemptId).toList();
  }

  /**
   * The same of those behind a ticket.
   *
   * @param last the ticket of the last of them
   */
  public Set<UUID> listUntimely(long behind, long last) {
    return untimely("a.ticket > ? and a.ticket <= ?", behind, last).stream()
        .map(Untimely::attemptId)
        .collect(Collectors.toSet());
  }

  /**
   * Takes back an attempt that the server started by itself and that has not begun, if its task
   * must wait again. What the task wished is put back, so that it is started when it may begin.
   *
   * @return false if the attempt may begin
   */
  public boolean withdraw(UUID attemptId) {
    var found = untimely("a.id = ?", attemptId).stream().findFirst();
    found.ifPresent(
        it -> {
          it.wish()
              .filter(_ -> findOfTask(it.taskId()).isEmpty())
              .ifPresent(wish -> setOfTask(it.taskId(), wish));
          new AttemptTable(sql, events).delete(attemptId);
        });
    return found.isPresent();
  }

  private List<Untimely> untimely(String condition, Object... values) {
    // why cross: those in line are few, and SQLite keeps to this order
    return sql.list(
        """
        select a.id, a.task_id, s.executor, s.variant
        from attempt a cross join automatic_attempt s cross join board_task t
        where a.ticket is not null and a.state = 'idle' and s.attempt_id = a.id
          and t.id = a.task_id and %s and %s
        order by a.ticket
        """
            .formatted(RESTING, condition),
        row ->
            new Untimely(
                row.id("id"),
                row.id("task_id"),
                row.findText("executor")
                    .map(executor -> new AutoStart(executor, row.findText("variant")))),
        values);
  }

  /** An attempt was started for its project. */
  public void addPulled(UUID attemptId, UUID projectId) {
    sql.update(
        "insert into pulled_attempt (attempt_id, project_id) values (?, ?)", attemptId, projectId);
  }

  /** Those that are over and not counted yet, in the order in which they ended. */
  public List<PulledAttempt> listEnded(UUID projectId) {
    return sql.list(
        """
        select a.id, a.state, a.failure_summary, t.number, t.title,
          case when exists (
            select 1 from turn u where u.attempt_id = a.id and u.stop_reason = 'stopped'
          ) then 1 else 0 end as is_stopped
        from pulled_attempt p join attempt a on a.id = p.attempt_id
        join board_task t on t.id = a.task_id
        where p.project_id = ? and a.state <> 'running' and a.ticket is null
        order by a.updated_at, a.id
        """,
        row ->
            new PulledAttempt(
                row.id("id"),
                row.constant("state", AttemptState.Name.class),
                "#%d %s".formatted(row.number("number"), row.text("title")),
                row.findText("failure_summary").orElse(AttemptTable.NO_FAILURE_TEXT),
                row.flag("is_stopped")),
        projectId);
  }

  public void deletePulled(UUID attemptId) {
    sql.update("delete from pulled_attempt where attempt_id = ?", attemptId);
  }
}
