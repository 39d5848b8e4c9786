package dev.baton.orchestrator.store.review;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.forge.PullRequest;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.forge.ReviewerComment;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Branches of attempts that were pushed, their pull requests, and what reviewers say of them. */
public final class PullRequestTable {
  private static final String ROWS =
      """
      select p.*, r.repo_name from pull_request p
      join attempt_repo r on r.attempt_id = p.attempt_id and r.repo_id = p.repo_id
      """;

  private static final String OF_NODE =
      ROWS
          + """
          join attempt a on a.id = p.attempt_id
          join repo h on h.id = p.repo_id
          left join node n on n.name = a.node
          where ((a.node = ? and coalesce(n.kind, 'server') <> 'worker')
              or (h.home = ? and coalesce(n.kind, 'worker') = 'worker'))
          """;

  /**
   * A comment as it is kept.
   *
   * @param sentAt when it went to the agent
   */
  public record KeptComment(
      UUID repoId, String repoName, ReviewerComment comment, Optional<Instant> sentAt) {}

  private final Sql sql;
  private final EventTable events;

  public PullRequestTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Those of an attempt, in the order of its repositories' names. */
  public List<RepoPullRequest> list(UUID attemptId) {
    return sql.list(
        ROWS + "where p.attempt_id = ? order by r.repo_name, p.repo_id",
        PullRequestTable::row,
        attemptId);
  }

  public Optional<RepoPullRequest> find(UUID attemptId, UUID repoId) {
    return sql.find(
        ROWS + "where p.attempt_id = ? and p.repo_id = ?",
        PullRequestTable::row,
        attemptId,
        repoId);
  }

  /**
   * Those that are open, or of which nobody knows, and were not looked at since: of the attempts
   * that a server has, and those of workers, which have no remotes, whose repository is at home
   * there.
   */
  public List<RepoPullRequest> listDue(String node, Instant since, int most) {
    return sql.list(
        OF_NODE
            + """
              and (p.state in ('draft', 'open') or p.begun_at is not null) and p.looked_at < ?
            order by p.looked_at, p.attempt_id limit ?
            """,
        PullRequestTable::row,
        node,
        node,
        since,
        most);
  }

  /** The same of those that were closed after a moment, and not merged. */
  public List<RepoPullRequest> listClosedDue(
      String node, Instant closedAfter, Instant since, int most) {
    return sql.list(
        OF_NODE
            + """
              and p.closed_at > ? and p.begun_at is null and p.looked_at < ?
            order by p.looked_at, p.attempt_id limit ?
            """,
        PullRequestTable::row,
        node,
        node,
        closedAfter,
        since,
        most);
  }

  /** Writes how it is now, and tells it if readers see a difference. */
  public void save(RepoPullRequest now) {
    var before = find(now.attemptId(), now.repoId());
    sql.update(
        """
        insert into pull_request (attempt_id, repo_id, host, branch, target_branch, number, url,
          state, checks, pushed_commit, begun_at, looked_at, closed_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (attempt_id, repo_id) do update set host = excluded.host,
          branch = excluded.branch, target_branch = excluded.target_branch,
          number = excluded.number, url = excluded.url, state = excluded.state,
          checks = excluded.checks, pushed_commit = excluded.pushed_commit,
          begun_at = excluded.begun_at, looked_at = excluded.looked_at,
          closed_at = case when excluded.closed_at is not null
            then coalesce(pull_request.closed_at, excluded.closed_at) end
        """,
        now.attemptId(),
        now.repoId(),
        now.host(),
        now.branch(),
        now.targetBranch(),
        now.pullRequest().map(PullRequest::number),
        now.pullRequest().map(found -> found.url().toString()),
        now.state(),
        now.checks(),
        now.pushedCommit(),
        now.begunAt(),
        now.lookedAt(),
        Optional.of(now.lookedAt()).filter(_ -> now.state() == PullRequestState.CLOSED));
    if (now.pushedCommit().isPresent() && before.filter(now::looksLike).isEmpty()) {
      tell(now);
    }
  }

  private void tell(RepoPullRequest now) {
    var data =
        Json.object()
            .put("repo_name", now.repoName())
            .put("state", now.state().wireName())
            .put("checks", now.checks().wireName())
            .put("comments", countComments(now));
    now.pullRequest()
        .ifPresent(found -> data.put("number", found.number()).put("url", found.url().toString()));
    events.ofAttempt(EventName.ATTEMPT_PULL_REQUEST, now.attemptId(), data);
  }

  private long countComments(RepoPullRequest of) {
    return sql.number(
        "select count(*) as value from pull_request_comment where attempt_id = ? and repo_id = ?",
        of.attemptId(),
        of.repoId());
  }

  /** Keeps what the forge now has; what was sent stays marked as sent. */
  public void setComments(RepoPullRequest of, List<ReviewerComment> comments) {
    var before =
        listComments(of.attemptId()).stream()
            .filter(kept -> kept.repoId().equals(of.repoId()))
            .collect(Collectors.toMap(kept -> kept.comment().id(), KeptComment::comment));
    for (var comment : comments) {
      sql.update(
          """
          insert into pull_request_comment (attempt_id, repo_id, comment_id, author, path, line,
            body, created_at)
          values (?, ?, ?, ?, ?, ?, ?, ?)
          on conflict (attempt_id, repo_id, comment_id) do update set author = excluded.author,
            path = excluded.path, line = excluded.line, body = excluded.body
          """,
          of.attemptId(),
          of.repoId(),
          comment.id(),
          comment.author(),
          comment.path(),
          comment.line(),
          comment.body(),
          comment.createdAt());
    }
    var now =
        comments.stream()
            .collect(Collectors.toMap(ReviewerComment::id, comment -> comment, (_, last) -> last));
    before.keySet().stream()
        .filter(id -> !now.containsKey(id))
        .forEach(
            id ->
                sql.update(
                    """
                    delete from pull_request_comment
                    where attempt_id = ? and repo_id = ? and comment_id = ?
                    """,
                    of.attemptId(),
                    of.repoId(),
                    id));
    if (!before.equals(now)) {
      tell(of);
    }
  }

  /** All comments on the pull requests of an attempt, oldest first. */
  public List<KeptComment> listComments(UUID attemptId) {
    return sql.list(
        """
        select c.*, r.repo_name from pull_request_comment c
        join attempt_repo r on r.attempt_id = c.attempt_id and r.repo_id = c.repo_id
        where c.attempt_id = ? order by c.created_at, c.comment_id
        """,
        PullRequestTable::comment,
        attemptId);
  }

  /** Marks all that were not sent; returns them. */
  public List<KeptComment> takeUnsent(UUID attemptId, Instant at) {
    // why marked first: what comes meanwhile, or others take, is not among those
    var count =
        sql.update(
            "update pull_request_comment set sent_at = ? where attempt_id = ? and sent_at is null",
            at,
            attemptId);
    return count == 0
        ? List.of()
        : listComments(attemptId).stream()
            .filter(kept -> kept.sentAt().filter(at::equals).isPresent())
            .toList();
  }

  /** Those that were marked at a moment are unsent again. */
  public void takeBack(UUID attemptId, Instant at) {
    sql.update(
        "update pull_request_comment set sent_at = null where attempt_id = ? and sent_at = ?",
        attemptId,
        at);
  }

  public static RepoPullRequest row(Row row) {
    return new RepoPullRequest(
        row.id("attempt_id"),
        row.id("repo_id"),
        row.text("repo_name"),
        row.text("host"),
        row.text("branch"),
        row.text("target_branch"),
        row.findNumber("number")
            .map(
                number ->
                    new PullRequest(
                        number,
                        URI.create(row.text("url")),
                        row.constant("state", PullRequestState.class),
                        row.constant("checks", PullRequestChecks.class))),
        row.findText("pushed_commit"),
        row.findTime("begun_at"),
        row.time("looked_at"));
  }

  private static KeptComment comment(Row row) {
    return new KeptComment(
        row.id("repo_id"),
        row.text("repo_name"),
        new ReviewerComment(
            row.text("comment_id"),
            row.text("author"),
            row.findText("path"),
            row.findNumber("line"),
            row.text("body"),
            row.time("created_at")),
        row.findTime("sent_at"));
  }
}
