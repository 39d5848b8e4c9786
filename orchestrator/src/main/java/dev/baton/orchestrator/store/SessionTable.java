package dev.baton.orchestrator.store;

import dev.baton.orchestrator.attempt.AgentSession;
import dev.baton.orchestrator.attempt.AgentSession.SessionOverview;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** Conversations with agents, and what was said in them. */
public final class SessionTable {
  private final Sql sql;

  SessionTable(Sql sql) {
    this.sql = sql;
  }

  public void insert(AgentSession session) {
    sql.update(
        """
        insert into agent_session (id, attempt_id, session_index, executor, agent_session_id,
          is_lost, next_message_index, created_at)
        values (?, ?, (select count(*) from agent_session where attempt_id = ?), ?, ?, ?, 0, ?)
        """,
        session.id(),
        session.attemptId(),
        session.attemptId(),
        session.executor(),
        session.agentSessionId(),
        session.isLost(),
        session.createdAt());
  }

  public Optional<AgentSession> find(UUID id) {
    return sql.find("select * from agent_session where id = ?", SessionTable::session, id);
  }

  public Optional<AgentSession> findLatest(UUID attemptId) {
    return sql.find(
        "select * from agent_session where attempt_id = ? order by session_index desc limit 1",
        SessionTable::session,
        attemptId);
  }

  /** The one before the newest. */
  public Optional<AgentSession> findPrevious(UUID attemptId) {
    return sql.find(
        """
        select * from agent_session where attempt_id = ?
        order by session_index desc limit 1 offset 1
        """,
        SessionTable::session,
        attemptId);
  }

  /** The newest, newest first, each with the number of turns that it has had. */
  public List<SessionOverview> list(UUID attemptId, int most) {
    return sql.list(
        """
        select s.*, (
          select count(*) from turn t
          where t.attempt_id = s.attempt_id and t.session_id = s.id
            and t.status in ('active', 'done')) as turns
        from agent_session s where s.attempt_id = ? order by s.session_index desc limit ?
        """,
        row -> new SessionOverview(session(row), (int) row.number("turns")),
        attemptId,
        most);
  }

  public void setAgentSessionId(UUID id, String agentSessionId) {
    sql.update("update agent_session set agent_session_id = ? where id = ?", agentSessionId, id);
  }

  public void setLost(UUID id) {
    sql.update("update agent_session set is_lost = 1 where id = ?", id);
  }

  /** Adds messages after the newest one; their own indexes do not count. */
  public void addMessages(UUID sessionId, List<SessionMessage> messages) {
    if (messages.isEmpty()) {
      return;
    }
    long first = nextMessageIndex(sessionId);
    sql.insertAll(
        """
        insert into session_message (session_id, message_index, process_id, role, content,
          is_truncated, said_at)
        values (?, ?, ?, ?, ?, ?, ?)
        """,
        IntStream.range(0, messages.size())
            .mapToObj(place -> row(sessionId, first + place, messages.get(place)))
            .toList());
    sql.update(
        "update agent_session set next_message_index = ? where id = ?",
        first + messages.size(),
        sessionId);
  }

  public long nextMessageIndex(UUID sessionId) {
    return sql.number(
        "select next_message_index as value from agent_session where id = ?", sessionId);
  }

  /** At most so many messages, oldest first when newer ones are asked for, else newest first. */
  public List<SessionMessage> listMessages(UUID sessionId, Tail tail, int most) {
    return tail.after().isPresent()
        ? sql.list(
            """
            select * from session_message where session_id = ? and message_index > ?
            order by message_index limit ?
            """,
            SessionTable::message,
            sessionId,
            tail.after().get(),
            most)
        : sql.list(
            """
            select * from session_message where session_id = ? and message_index < ?
            order by message_index desc limit ?
            """,
            SessionTable::message,
            sessionId,
            tail.cursor().orElse(Long.MAX_VALUE),
            most);
  }

  /** At most so many messages before a turn, newest first. */
  public List<SessionMessage> listMessagesBefore(UUID sessionId, long turn, int most) {
    return sql.list(
        """
        select m.* from session_message m
          join execution_process p on p.id = m.process_id join turn t on t.id = p.turn_id
        where m.session_id = ? and t.started_at < (
          select b.started_at from turn b where b.attempt_id = t.attempt_id and b.turn_index = ?)
        order by m.message_index desc limit ?
        """,
        SessionTable::message,
        sessionId,
        turn,
        most);
  }

  private static Object[] row(UUID sessionId, long index, SessionMessage message) {
    return new Object[] {
      sessionId,
      index,
      message.processId(),
      message.role(),
      message.content(),
      message.isTruncated(),
      message.timestamp()
    };
  }

  private static AgentSession session(Row row) {
    return new AgentSession(
        row.id("id"),
        row.id("attempt_id"),
        row.text("executor"),
        row.findText("agent_session_id"),
        row.flag("is_lost"),
        row.time("created_at"));
  }

  private static SessionMessage message(Row row) {
    return new SessionMessage(
        row.number("message_index"),
        row.constant("role", SessionMessage.Role.class),
        row.text("content"),
        row.id("process_id"),
        row.time("said_at"),
        row.flag("is_truncated"));
  }
}
