package dev.baton.orchestrator.store.event;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;

/** The receivers of notices, how far each has been told, and the deliveries to repeat. */
public final class NoticeTable {
  /**
   * How it goes with a receiver.
   *
   * @param position up to which event everything was delivered, given up or put aside
   * @param tries how often it could not be reached since it last was
   * @param problem why the last try failed; empty after one that did not
   */
  public record Standing(
      long position,
      long tries,
      Optional<Instant> failingSince,
      Optional<Instant> nextTryAt,
      Optional<String> problem,
      Optional<Instant> failedAt,
      long delivered,
      Optional<Instant> deliveredAt,
      long givenUp,
      Optional<Instant> givenUpAt) {}

  /**
   * An event that was put aside.
   *
   * @param tries 0 if it only waits behind an earlier one
   * @param since when it was put aside
   */
  public record Retry(long eventId, long tries, Instant since) {}

  private final Sql sql;

  public NoticeTable(Sql sql) {
    this.sql = sql;
  }

  /** A receiver that is new hears of what happens after this event. */
  public void insertIfNew(String receiver, long position) {
    sql.update(
        "insert into notice_receiver (name, position) values (?, ?) on conflict (name) do nothing",
        receiver,
        position);
  }

  /** Forgets the others that this server cared for. */
  public void deleteOthers(Collection<String> receivers, String holder) {
    var values = new ArrayList<Object>(receivers);
    values.add(holder);
    sql.update(
        "delete from notice_receiver where name not in (%s) and (holder = ? or holder is null)"
            .formatted(
                receivers.isEmpty()
                    ? "''"
                    : String.join(", ", Collections.nCopies(receivers.size(), "?"))),
        values.toArray());
  }

  /**
   * Lets no other server tell the receiver anything for some time, by the clock of the database.
   *
   * @return false if another one does
   */
  public boolean hold(String receiver, String holder, Duration time) {
    return sql.update(
            """
            update notice_receiver set holder = ?, held_until = %1$s + ?
            where name = ? and (holder = ? or holder is null or held_until < %1$s)
            """
                .formatted(sql.now()),
            holder,
            time.toMillis(),
            receiver,
            holder)
        > 0;
  }

  /** Lets other servers go on. */
  public void release(String receiver, String holder) {
    sql.update(
        "update notice_receiver set held_until = 0 where name = ? and holder = ?",
        receiver,
        holder);
  }

  public Optional<Standing> find(String receiver) {
    return sql.find(
        "select * from notice_receiver where name = ?",
        row ->
            new Standing(
                row.number("position"),
                row.number("tries"),
                row.findTime("failing_since"),
                row.findTime("next_try_at"),
                row.findText("problem"),
                row.findTime("failed_at"),
                row.number("delivered"),
                row.findTime("delivered_at"),
                row.number("given_up"),
                row.findTime("given_up_at")),
        receiver);
  }

  public void setPosition(String receiver, long position) {
    sql.update("update notice_receiver set position = ? where name = ?", position, receiver);
  }

  /** The receiver took what it was told. */
  public void setDelivered(String receiver, Instant now) {
    sql.update(
        """
        update notice_receiver set tries = 0, failing_since = null, next_try_at = null,
          problem = null, delivered = delivered + 1, delivered_at = ?
        where name = ?
        """,
        now,
        receiver);
  }

  /** The receiver answers, but did not take this. */
  public void setRefused(String receiver, String problem, Instant now) {
    sql.update(
        """
        update notice_receiver set tries = 0, failing_since = null, next_try_at = null,
          problem = ?, failed_at = ?
        where name = ?
        """,
        problem,
        now,
        receiver);
  }

  /** The receiver cannot be reached and is left alone for a while. */
  public void setUnreachable(String receiver, String problem, Instant now, Instant next) {
    sql.update(
        """
        update notice_receiver set tries = tries + 1, failing_since = coalesce(failing_since, ?),
          next_try_at = ?, problem = ?, failed_at = ?
        where name = ?
        """,
        now,
        next,
        problem,
        now,
        receiver);
  }

  /** Leaves the receiver alone no longer. */
  public void tryNow(String receiver) {
    sql.update("update notice_receiver set tries = 0, next_try_at = null where name = ?", receiver);
    sql.update(
        "update notice_retry set next_try_at = ? where receiver = ?", Instant.EPOCH, receiver);
  }

  public void addGivenUp(String receiver, long count, Instant now) {
    sql.update(
        "update notice_receiver set given_up = given_up + ?, given_up_at = ? where name = ?",
        count,
        now,
        receiver);
  }

  /** Puts an event aside, to be told later. */
  public void insertRetry(
      String receiver, BoardEvent event, long tries, Instant now, Instant next) {
    sql.update(
        """
        insert into notice_retry (receiver, event_id, attempt_id, tries, since, next_try_at)
        values (?, ?, ?, ?, ?, ?)
        """,
        receiver,
        event.id(),
        event.attemptId(),
        tries,
        now,
        next);
  }

  public void setRetry(String receiver, long eventId, long tries, Instant since, Instant next) {
    sql.update(
        """
        update notice_retry set tries = ?, since = ?, next_try_at = ?
        where receiver = ? and event_id = ?
        """,
        tries,
        since,
        next,
        receiver,
        eventId);
  }

  public void deleteRetry(String receiver, long eventId) {
    sql.update("delete from notice_retry where receiver = ? and event_id = ?", receiver, eventId);
  }

  /** Whether something that happened to the attempt is to be told first. */
  public boolean hasRetry(String receiver, UUID attemptId) {
    return sql.number(
            "select count(*) as value from notice_retry where receiver = ? and attempt_id = ?",
            receiver,
            attemptId)
        > 0;
  }

  public long countRetries(String receiver) {
    return sql.number("select count(*) as value from notice_retry where receiver = ?", receiver);
  }

  /** The oldest that may be tried now; what happened to an attempt is told in order. */
  public Optional<Retry> findDueRetry(String receiver, Instant now) {
    return sql.find(
        """
        select r.event_id, r.tries, r.since from notice_retry r
        where r.receiver = ? and r.next_try_at <= ?
          and not exists (
            select 1 from notice_retry e
            where e.receiver = r.receiver and e.attempt_id = r.attempt_id
              and e.event_id < r.event_id)
        order by r.event_id limit 1
        """,
        row -> new Retry(row.number("event_id"), row.number("tries"), row.time("since")),
        receiver,
        now);
  }

  /** When the next one may be tried. */
  public Optional<Instant> findNextRetry(String receiver) {
    return sql.find(
            "select min(next_try_at) as next from notice_retry where receiver = ? and tries > 0",
            row -> row.findTime("next"),
            receiver)
        .flatMap(next -> next);
  }
}
