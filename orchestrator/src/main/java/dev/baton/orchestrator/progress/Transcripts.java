package dev.baton.orchestrator.progress;

import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.NotFound;
import dev.baton.orchestrator.event.Signals;
import dev.baton.orchestrator.followup.Addressees;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.page.TailRead;
import dev.baton.orchestrator.page.TailRead.TailPage;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** Reads what agents said and did. Thread safe. */
public final class Transcripts {
  /**
   * Which log entries to read.
   *
   * @param maxWait how long to wait for entries above {@code tail.after()} if there are none
   */
  public record LogQuery(UUID attemptId, LogChannel channel, Tail tail, Duration maxWait) {
    public LogQuery {
      maxWait = maxWait.compareTo(StatusQuery.MAX_WAIT) > 0 ? StatusQuery.MAX_WAIT : maxWait;
    }
  }

  /** Which messages of a session to read. */
  public record MessageQuery(FollowUpTarget target, Tail tail) {}

  /** Messages of a session. */
  public record MessagePage<V>(UUID sessionId, TailPage<V> page) {}

  private final Store store;
  private final Signals signals;

  public Transcripts(Store store, Signals signals) {
    this.store = store;
    this.signals = signals;
  }

  /** Waits for entries if the query says so. */
  public <V> TailPage<V> logs(LogQuery query, PageView<LogEntry, V> view) {
    store.read(tables -> CallSubject.attempt(tables, query.attemptId()));
    if (query.tail().after().isPresent() && query.maxWait().isPositive()) {
      var after = query.tail().after().get();
      Attempts.await(
          signals,
          query.attemptId(),
          query.maxWait(),
          () ->
              store.read(tables -> tables.logs().nextIndex(query.attemptId(), query.channel()))
                  > after + 1);
    }
    return store.read(tables -> logs(tables, query, view));
  }

  /**
   * The index of the newest entry of the conversation, -1 if there is none; empty if there is no
   * such attempt.
   */
  public Optional<Long> findLatestIndex(UUID attemptId) {
    return store.read(
        tables ->
            tables
                .attempts()
                .find(attemptId)
                .map(_ -> tables.logs().nextIndex(attemptId, LogChannel.NORMALIZED) - 1));
  }

  private static <V> TailPage<V> logs(Tables tables, LogQuery query, PageView<LogEntry, V> view) {
    var read =
        new TailRead<>(
            (tail, most) -> tables.logs().list(query.attemptId(), query.channel(), tail, most),
            LogEntry::index,
            view);
    return read.page(query.tail(), tables.logs().nextIndex(query.attemptId(), query.channel()));
  }

  public <V> MessagePage<V> messages(MessageQuery query, PageView<SessionMessage, V> view) {
    return store.read(
        tables -> {
          var session =
              query
                  .target()
                  .sessionId()
                  .map(id -> tables.sessions().find(id).orElseThrow(NotFound.session(id)))
                  .orElseGet(() -> latest(tables, query.target().attemptId().orElseThrow()));
          return new MessagePage<>(
              session.id(), messages(tables, session.id(), query.tail(), view));
        });
  }

  private static AgentSession latest(Tables tables, UUID attemptId) {
    return Addressees.latestOf(tables, CallSubject.attempt(tables, attemptId));
  }

  private static <V> TailPage<V> messages(
      Tables tables, UUID sessionId, Tail tail, PageView<SessionMessage, V> view) {
    var read =
        new TailRead<>(
            (part, most) -> tables.sessions().listMessages(sessionId, part, most),
            SessionMessage::index,
            view);
    return read.page(tail, tables.sessions().nextMessageIndex(sessionId));
  }
}
