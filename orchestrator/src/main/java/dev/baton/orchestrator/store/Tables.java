package dev.baton.orchestrator.store;

import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.event.NoticeTable;
import dev.baton.orchestrator.store.node.NodeCallTable;
import dev.baton.orchestrator.store.node.NodeTable;
import dev.baton.orchestrator.store.node.PlacementTable;
import dev.baton.orchestrator.store.node.ScheduleTable;
import dev.baton.orchestrator.store.review.CommentTable;
import dev.baton.orchestrator.store.review.IssueTable;
import dev.baton.orchestrator.store.review.MergeTable;
import dev.baton.orchestrator.store.review.PullRequestTable;
import dev.baton.orchestrator.store.review.ReviewTable;
import dev.baton.orchestrator.store.review.UpdateTable;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.store.sql.Sql;

/** All tables, for one transaction. Not thread safe, and not to be kept. */
public final class Tables {
  private final Sql sql;
  private final EventTable events;

  Tables(Sql sql) {
    this.sql = sql;
    this.events = new EventTable(sql);
  }

  /** What happened; what the other tables tell is written at the end of the transaction. */
  public EventTable events() {
    return events;
  }

  /** Lets nobody else hold the lock of this name until the transaction ends. */
  public void lock(String name) {
    sql.lock(name);
  }

  public ProjectTable projects() {
    return new ProjectTable(sql, events);
  }

  public BoardTaskTable boardTasks() {
    return new BoardTaskTable(sql, events);
  }

  /** What cards show of attempts. */
  public CardTable cards() {
    return new CardTable(sql);
  }

  /** The places of tasks in the columns of the board. */
  public ColumnTable columns() {
    return new ColumnTable(sql, events);
  }

  /** Which tasks wait for which others. */
  public BlockerTable blockers() {
    return new BlockerTable(sql, events);
  }

  /** What the server starts by itself. */
  public AutoStartTable autoStarts() {
    return new AutoStartTable(sql, events);
  }

  /** What projects take by themselves. */
  public PullTable pulls() {
    return new PullTable(sql, autoStarts());
  }

  public LabelTable labels() {
    return new LabelTable(sql, events);
  }

  public AttemptTable attempts() {
    return new AttemptTable(sql, events);
  }

  /** The line of attempts that wait for room, and those that run. */
  public LineTable line() {
    return new LineTable(sql, events);
  }

  /** The servers that share the database. */
  public NodeTable nodes() {
    return new NodeTable(sql);
  }

  /** What nodes ask each other. */
  public PlacementTable placements() {
    return new PlacementTable(sql);
  }

  public NodeCallTable nodeCalls() {
    return new NodeCallTable(sql);
  }

  public SessionTable sessions() {
    return new SessionTable(sql);
  }

  public TurnTable turns() {
    return new TurnTable(sql, events);
  }

  public TurnOverviewTable turnOverviews() {
    return new TurnOverviewTable(sql);
  }

  public TurnCommitTable turnCommits() {
    return new TurnCommitTable(sql);
  }

  public ExecutionProcessTable processes() {
    return new ExecutionProcessTable(sql, events);
  }

  /** What agents used, and what may be spent. */
  public CostTable costs() {
    return new CostTable(sql, events);
  }

  /** How attempts went. */
  public InsightTable insights() {
    return new InsightTable(sql);
  }

  public LogTable logs() {
    return new LogTable(sql);
  }

  /** What waits for a person. */
  public NeedTable needs() {
    return new NeedTable(sql);
  }

  public ApprovalTable approvals() {
    return new ApprovalTable(sql, events);
  }

  public InputTable inputs() {
    return new InputTable(sql);
  }

  public RequestTable requests() {
    return new RequestTable(sql);
  }

  /** What people remark on the work of agents. */
  public CommentTable comments() {
    return new CommentTable(sql, events);
  }

  /** How far people are with their reviews. */
  public ReviewTable reviews() {
    return new ReviewTable(sql);
  }

  /** Images of tasks, messages and agents. */
  public ImageTable images() {
    return new ImageTable(sql, events);
  }

  public MergeTable merges() {
    return new MergeTable(sql);
  }

  /** Updates of attempts that were planned and are not finished. */
  public UpdateTable updates() {
    return new UpdateTable(sql, events);
  }

  /** The receivers of notices. */
  public NoticeTable notices() {
    return new NoticeTable(sql);
  }

  /** Branches that were pushed, and their pull requests. */
  public PullRequestTable pullRequests() {
    return new PullRequestTable(sql, events);
  }

  /** Issues that became tasks. */
  public IssueTable issues() {
    return new IssueTable(sql);
  }

  public IdTable ids() {
    return new IdTable(sql);
  }

  public ScheduleTable schedule() {
    return new ScheduleTable(sql);
  }

  /** The rows of any table as they are, for moving whole boards. */
  public RowTable rows(String table) {
    return sql.rows(table);
  }
}
