package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Tasks that a project takes by itself, in the order in which it does. */
public final class PullTable {
  /** Holds of a task {@code t} whose attempt somebody stopped before it began. */
  private static final String STOPPED_IN_LINE =
      """
      exists (
        select 1 from attempt x
        where x.task_id = t.id and x.state = 'idle' and x.ticket is null)\
      """;

  /** Holds of a task {@code t} that says itself who shall do it. */
  private static final String HAS_WISH =
      "exists (select 1 from task_auto_start s where s.task_id = t.id)";

  /** Those that run or stand in line are few, whatever is on the board. */
  private static final String IN_WORK =
      """
      t.id in (
        select r.task_id from attempt r where r.project_id = ? and r.state = 'running'
        union select q.task_id from attempt q where q.project_id = ? and q.ticket is not null)\
      """;

  private static final String ORDER =
      """
      order by case t.priority when 'urgent' then 1 when 'high' then 2 when 'normal' then 3 else 4
        end, t.position, t.id
      """;

  private final Sql sql;
  private final AutoStartTable autoStarts;

  PullTable(Sql sql, AutoStartTable autoStarts) {
    this.sql = sql;
    this.autoStarts = autoStarts;
  }

  /**
   * The task that a project takes next; empty if there is none, or no room for it.
   *
   * @param isSpent whether a budget lets nothing begin in the project but what is permitted
   */
  public Optional<UUID> findNext(UUID projectId, boolean isSpent) {
    return findPull(projectId)
        .filter(pull -> countRunning(projectId, pull, isSpent) < pull.limit())
        .flatMap(pull -> findFirst(projectId, pull, isSpent));
  }

  /** Tasks that a project would take now if there were money for them; the most wanted first. */
  public List<UnstartedTask> listUnpaid(UUID projectId, boolean isSpent, int most) {
    return findPull(projectId)
        .map(pull -> listUnpaid(projectId, pull, isSpent, most))
        .orElse(List.of());
  }

  private List<UnstartedTask> listUnpaid(UUID projectId, Pull pull, boolean isSpent, int most) {
    // why: of those that all wait for one budget, only so many would run
    var room = isSpent ? pull.limit() - countRunning(projectId, pull, true) : most;
    var condition = candidates(projectId, pull).and(TaskCondition.unpaid(isSpent));
    return sql.list(
        """
        select t.id, t.title, t.updated_at,
          (select p.name from project p where p.id = t.project_id) as project_name
        from board_task t where %s %s limit %d
        """
            .formatted(condition.text(), ORDER, Math.clamp(room, 0, most)),
        row ->
            new UnstartedTask(
                row.id("id"),
                row.text("title"),
                projectId,
                row.text("project_name"),
                pull.executor(),
                "",
                true,
                row.time("updated_at")),
        condition.values());
  }

  /** Tasks that a project takes when it is their turn although a budget is used up. */
  public List<UUID> listPermitted(UUID projectId, boolean isSpent) {
    return findPull(projectId)
        .map(pull -> candidates(projectId, pull).and(TaskCondition.permitted(isSpent)))
        .map(
            condition ->
                sql.list(
                    "select t.id from board_task t where %s order by t.id"
                        .formatted(condition.text()),
                    row -> row.id("id"),
                    condition.values()))
        .orElse(List.of());
  }

  private Optional<Pull> findPull(UUID projectId) {
    return autoStarts.findOfProject(projectId).filter(pull -> pull.pausedReason().isEmpty());
  }

  /** What waits for money runs as little as what nobody has begun. */
  private long countRunning(UUID projectId, Pull pull, boolean isSpent) {
    var condition = new TaskCondition().and(IN_WORK, projectId, projectId).and(takesPlace(isSpent));
    pull.labels().forEach(condition::andLabel);
    return sql.number(
        "select count(*) as value from board_task t where " + condition.text(), condition.values());
  }

  /** Holds of a task {@code t} at which somebody works, or is about to as soon as there is room. */
  private static String takesPlace(boolean isSpent) {
    return """
    exists (
      select 1 from attempt x
      where x.task_id = t.id and (x.state = 'running' or (x.ticket is not null and not (
        %s and 0 = (
          select u.over_budget from turn u where u.attempt_id = x.id and u.status = 'queued'
          order by u.turn_index limit 1)))))\
    """
        .formatted(TaskCondition.unpaid(isSpent));
  }

  private Optional<UUID> findFirst(UUID projectId, Pull pull, boolean isSpent) {
    var condition = candidates(projectId, pull).and("not " + TaskCondition.unpaid(isSpent));
    return sql.find(
        "select t.id from board_task t where %s %s limit 1".formatted(condition.text(), ORDER),
        row -> row.id("id"),
        condition.values());
  }

  /** What a project takes if it has room and money. */
  private TaskCondition candidates(UUID projectId, Pull pull) {
    var todo = BoardTaskFilter.ALL.ofProject(projectId).in(BoardTaskStatus.TODO);
    var condition =
        TaskCondition.of(todo, sql)
            .and(BlockerTable.UNBLOCKED)
            .and("not " + AutoStartTable.ATTEMPTED)
            // why: who stopped it would have to do so again and again
            .and("not " + STOPPED_IN_LINE)
            // why: it begins by itself with its own executor, or says why it cannot
            .and("not " + HAS_WISH);
    pull.labels().forEach(condition::andLabel);
    return condition;
  }
}
