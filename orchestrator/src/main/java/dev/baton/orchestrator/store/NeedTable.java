package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.LineCounts;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.attempt.Need.Matter;
import dev.baton.orchestrator.attempt.Need.OtherWork;
import dev.baton.orchestrator.attempt.Need.PausedProject;
import dev.baton.orchestrator.attempt.Need.UnstartedTask;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.cost.SpentBudgets;
import dev.baton.orchestrator.store.review.MergeTable;
import dev.baton.orchestrator.store.review.UpdateTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** What waits for a person, read from the attempts of all projects. */
public final class NeedTable {
  private static final String PENDING = "from approval q where q.status = 'pending'";

  private static final String QUESTIONS =
      """
      from approval q
      join attempt a on a.id = q.attempt_id
      join board_task t on t.id = a.task_id
      where q.status = 'pending'
      """;

  /** No attempt at the task is newer, and this one is not about to go on. */
  private static final String IS_LAST_AND_RESTS =
      """
      a.ticket is null and t.archived_at is null
      and (select p.archived_at from project p where p.id = t.project_id) is null
      and not exists (
        select 1 from attempt n where n.task_id = a.task_id
          and (n.created_at > a.created_at or (n.created_at = a.created_at and n.id < a.id)))
      """;

  private static final String FAILURES =
      """
      from attempt a join board_task t on t.id = a.task_id
      where a.state = 'failed' and t.status not in ('done', 'cancelled') and %s
      """
          .formatted(IS_LAST_AND_RESTS);

  private static final String IN_REVIEW =
      """
      from board_task t join attempt a on a.task_id = t.id
      """;

  private static final String IS_FINISHED =
      """
      where t.status = 'inreview' and a.state = 'completed' and %s
      """
          .formatted(IS_LAST_AND_RESTS);

  private static final String FINISHED = IN_REVIEW + IS_FINISHED;

  /** The newest of the others at the task that completed. */
  private static final String OTHER =
      """
      left join attempt o on o.id = (
        select n.id from attempt n where n.task_id = a.task_id and n.id <> a.id
          and n.state = 'completed' order by n.created_at desc, n.id limit 1)
      """;

  private static final String PAUSED =
      """
      from project_auto_start pull
      where pull.paused_reason is not null and pull.failures >= %d
        and (select p.archived_at from project p where p.id = pull.project_id) is null
      """
          .formatted(Pull.MOST_FAILURES);

  private static final String WISHES =
      """
      from task_auto_start wish cross join board_task t
      where t.id = wish.task_id and t.status = 'todo' and t.archived_at is null
        and (select p.archived_at from project p where p.id = t.project_id) is null
        and not %s and\
      """
          .formatted(AutoStartTable.ATTEMPTED);

  private static final String UNSTARTED = WISHES + " wish.problem is not null";

  private static final String DUE = WISHES + " wish.problem is null and " + BlockerTable.UNBLOCKED;

  /** Nobody has permitted what would begin first. */
  private static final String IN_LINE =
      """
      from attempt a join board_task t on t.id = a.task_id
      where a.ticket is not null and a.state <> 'running' and 0 = (
        select u.over_budget from turn u where u.attempt_id = a.id and u.status = 'queued'
        order by u.turn_index limit 1)
      """;

  private static final String WHERE =
      """
      a.id as attempt_id, a.executor, t.id as task_id, t.title, t.project_id,
      (select p.name from project p where p.id = t.project_id) as project_name
      """;

  private final Sql sql;

  NeedTable(Sql sql) {
    this.sql = sql;
  }

  /** How much waits; who has so much to do does not ask how much more there is. */
  public long count(int most) {
    var sum =
        Stream.of(PENDING, FAILURES, FINISHED, PAUSED, UNSTARTED)
            .mapToLong(
                source ->
                    sql.number(
                        "select count(*) as value from (select 1 %s limit %d) page"
                            .formatted(source, most)))
            .sum();
    return Math.min(sum, most);
  }

  /** Questions of agents that nobody has answered, oldest first. */
  public List<Need> listQuestions(int most) {
    return list(
        "q.requested_at as since, q.id as approval_id, q.tool_name, q.summary",
        QUESTIONS,
        "q.requested_at, q.id",
        most,
        row ->
            new Matter.Question(row.id("approval_id"), row.text("tool_name"), row.text("summary")));
  }

  /** Newest attempts that failed, at tasks that somebody still wants; oldest first. */
  public List<Need> listFailures(int most) {
    return list(
        "a.updated_at as since, a.failure_summary, a.stopped_by",
        FAILURES,
        "a.updated_at, a.id",
        most,
        row ->
            row.findText("stopped_by")
                .<Matter>map(Matter.StoppedTurn::new)
                .orElseGet(
                    () ->
                        new Matter.Failure(
                            row.findText("failure_summary").orElse(AttemptTable.NO_FAILURE_TEXT))));
  }

  /** Projects that take no more tasks by themselves because too many failed; oldest first. */
  public List<PausedProject> listPaused(int most) {
    return sql.list(
        """
        select pull.project_id as id, pull.paused_reason,
          (select p.name from project p where p.id = pull.project_id) as name, coalesce(
          (select max(a.updated_at) from attempt a
            where a.project_id = pull.project_id and a.state = 'failed'),
          (select p.updated_at from project p where p.id = pull.project_id)) as since
        %s order by since, id limit %d
        """
            .formatted(PAUSED, most),
        row ->
            new PausedProject(
                row.id("id"), row.text("name"), row.text("paused_reason"), row.time("since")));
  }

  /** Tasks whose own start failed and is not tried again; oldest first. */
  public List<UnstartedTask> listUnstarted(int most) {
    return listWishes(UNSTARTED, most);
  }

  /** Tasks that start by themselves as soon as there is money for them; oldest first. */
  public List<UnstartedTask> listUnpaid(SpentBudgets spent, int most) {
    var unpaid = new TaskCondition().andUnpaid(spent);
    return listWishes(DUE + " and " + unpaid.text(), most, unpaid.values());
  }

  /** What waits in line for money alone, first come first. */
  public List<Need> listUnpaidInLine(SpentBudgets spent, int most) {
    var unpaid = new TaskCondition().andUnpaid(spent);
    return list(
        "a.updated_at as since",
        IN_LINE + " and " + unpaid.text(),
        "a.ticket",
        most,
        _ -> new Matter.Unpaid(""),
        unpaid.values());
  }

  private List<UnstartedTask> listWishes(String source, int most, Object... values) {
    // why: it was tried when the last of its blockers was done
    return sql.list(
        """
        select t.id, t.title, t.project_id, wish.executor, wish.problem,
          (select p.name from project p where p.id = t.project_id) as project_name, coalesce(
          (select max(b.updated_at) from task_blocker k cross join board_task b
            where k.task_id = t.id and b.id = k.blocker_id),
          t.updated_at) as since
        %s order by since, t.id limit %d
        """
            .formatted(source, most),
        row ->
            new UnstartedTask(
                row.id("id"),
                row.text("title"),
                row.id("project_id"),
                row.text("project_name"),
                row.text("executor"),
                row.findText("problem").orElse(""),
                false,
                row.time("since")),
        values);
  }

  /** Newest attempts that completed, at tasks in review; oldest first. */
  public List<Need> listFinished(int most) {
    return list(
        """
        a.updated_at as since, a.updated_at, a.lines_added, a.lines_deleted,
        a.conflict_target, a.conflict_files, a.conflict_at, o.id as other_id,
        o.executor as other_executor, o.lines_added as other_added, o.lines_deleted as other_deleted,
        (select max(r.number) from pull_request r
          where r.attempt_id = a.id and r.state = 'merged') as merged_number,
        case when %s then 1 else 0 end as is_merged
        """
            .formatted(MergeTable.IS_MERGED),
        IN_REVIEW + OTHER + IS_FINISHED,
        "a.updated_at, a.id",
        most,
        row ->
            new Matter.Finished(
                lines(row, "lines_added", "lines_deleted"),
                row.findId("other_id")
                    .map(
                        id ->
                            new OtherWork(
                                id,
                                row.text("other_executor"),
                                lines(row, "other_added", "other_deleted"))),
                UpdateTable.conflict(row),
                row.findNumber("merged_number"),
                row.flag("is_merged")));
  }

  /** Attempts that rest at tasks in review, those that changed last first. */
  public List<Attempt> listInReview(int most) {
    return sql.list(
        """
        select a.* from attempt a join board_task t on t.id = a.task_id
        where t.status = 'inreview' and a.state in ('completed', 'failed') and a.ticket is null
          and a.workspace_made = 1 and t.archived_at is null
          and (select p.archived_at from project p where p.id = t.project_id) is null
        order by a.updated_at desc, a.id limit %d
        """
            .formatted(most),
        AttemptTable::attempt);
  }

  private static Optional<LineCounts> lines(Row row, String added, String deleted) {
    return row.findNumber(added)
        .flatMap(more -> row.findNumber(deleted).map(less -> new LineCounts(more, less)));
  }

  private List<Need> list(
      String columns,
      String source,
      String order,
      int most,
      Function<Row, Matter> matter,
      Object... values) {
    return sql.list(
        "select %s, %s %s order by %s limit %d".formatted(columns, WHERE, source, order, most),
        row ->
            new Need(
                matter.apply(row),
                row.time("since"),
                row.id("attempt_id"),
                row.text("executor"),
                row.id("task_id"),
                row.text("title"),
                row.id("project_id"),
                row.text("project_name")),
        values);
  }
}
