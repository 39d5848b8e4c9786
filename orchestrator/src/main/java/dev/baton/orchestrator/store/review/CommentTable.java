package dev.baton.orchestrator.store.review;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Comments on the work of attempts, each of which one person sees. */
public final class CommentTable {
  private final Sql sql;
  private final EventTable events;

  public CommentTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  public void insert(ReviewComment comment) {
    var lines = comment.target().findLines();
    sql.update(
        """
        insert into review_comment (id, attempt_id, person, path, side, first_line, last_line,
          content_id, commit_id, entry_index, quoted, body, created_at)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        comment.id(),
        comment.attemptId(),
        comment.person(),
        lines.map(CommentTarget.Lines::path),
        lines.map(CommentTarget.Lines::side),
        lines.map(CommentTarget.Lines::first),
        lines.map(CommentTarget.Lines::last),
        lines.map(CommentTarget.Lines::contentId),
        lines.map(CommentTarget.Lines::commit),
        comment.target().findEntry(),
        comment.target().quoted(),
        comment.text(),
        comment.createdAt());
    tell(comment);
  }

  /** Tells other pages of the author that there is news, and nobody what the comment says. */
  private void tell(ReviewComment comment) {
    events.ofAttempt(EventName.ATTEMPT_COMMENTS, comment.attemptId(), Json.object());
  }

  public Optional<ReviewComment> find(UUID id) {
    return sql.find("select * from review_comment where id = ?", CommentTable::comment, id);
  }

  /** Those of a person on an attempt, oldest first. */
  public List<ReviewComment> list(UUID attemptId, String person) {
    return sql.list(
        """
        select * from review_comment where attempt_id = ? and person = ? order by created_at, id
        """,
        CommentTable::comment,
        attemptId,
        person);
  }

  /** How many drafts, of all people, there are about each attempt of a task that has some. */
  public Map<UUID, Long> countDrafts(UUID taskId) {
    return sql
        .list(
            """
            select c.attempt_id, count(*) as value
            from review_comment c join attempt a on a.id = c.attempt_id
            where a.task_id = ? and c.sent_at is null
            group by c.attempt_id
            order by c.attempt_id
            """,
            row -> Map.entry(row.id("attempt_id"), row.number("value")),
            taskId)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  public void setText(ReviewComment comment, String text) {
    sql.update("update review_comment set body = ? where id = ?", text, comment.id());
    tell(comment);
  }

  public void setSent(UUID id, Instant at) {
    sql.update("update review_comment set sent_at = ? where id = ?", at, id);
  }

  /** Makes drafts again of those that were sent at a moment. */
  public void takeBack(UUID attemptId, Instant at) {
    var count =
        sql.update(
            "update review_comment set sent_at = null where attempt_id = ? and sent_at = ?",
            attemptId,
            at);
    if (count > 0) {
      events.ofAttempt(EventName.ATTEMPT_COMMENTS, attemptId, Json.object());
    }
  }

  public void delete(ReviewComment comment) {
    sql.update("delete from review_comment where id = ?", comment.id());
    tell(comment);
  }

  private static ReviewComment comment(Row row) {
    return new ReviewComment(
        row.id("id"),
        row.id("attempt_id"),
        row.text("person"),
        target(row),
        row.text("body"),
        row.time("created_at"),
        row.findTime("sent_at"));
  }

  private static CommentTarget target(Row row) {
    var quoted = row.text("quoted");
    return row.findNumber("entry_index")
        .<CommentTarget>map(index -> new CommentTarget.Entry(index, quoted))
        .orElseGet(
            () ->
                new CommentTarget.Lines(
                    row.text("path"),
                    row.constant("side", CommentSide.class),
                    row.number("first_line"),
                    row.number("last_line"),
                    quoted,
                    row.text("content_id"),
                    row.text("commit_id")));
  }
}
