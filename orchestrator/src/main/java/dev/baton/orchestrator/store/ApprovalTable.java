package dev.baton.orchestrator.store;

import dev.baton.internal.schema.WireNames;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.attempt.Approval.ApprovalStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Questions of agents. */
public final class ApprovalTable {
  private final Sql sql;
  private final EventTable events;

  ApprovalTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Records a question, unless the agent has asked it before. */
  public void insert(Approval approval) {
    var count =
        sql.update(
            """
        insert into approval (id, attempt_id, process_id, agent_request_id, tool_name, summary,
          input_key, requested_at, expires_at, status, decision, reason)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (process_id, agent_request_id) do nothing
        """,
            approval.id(),
            approval.attemptId(),
            approval.processId(),
            approval.agentRequestId(),
            approval.toolName(),
            approval.summary(),
            approval.inputKey(),
            approval.requestedAt(),
            approval.expiresAt(),
            approval.status(),
            approval.decision(),
            approval.reason());
    if (count > 0 && approval.status() != ApprovalStatus.PENDING) {
      tellAnswered(approval);
    } else if (count > 0) {
      events.ofAttempt(
          EventName.ATTEMPT_NEEDS_INPUT,
          approval.attemptId(),
          Json.object()
              .put("approval_id", approval.id().toString())
              .put("tool_name", approval.toolName())
              .put("summary", approval.summary()));
    }
  }

  public Optional<Approval> find(UUID id) {
    return sql.find("select * from approval where id = ?", ApprovalTable::approval, id);
  }

  /** What an agent asked under this id of its own. */
  public Optional<Approval> find(UUID processId, String agentRequestId) {
    return sql.find(
        "select * from approval where process_id = ? and agent_request_id = ?",
        ApprovalTable::approval,
        processId,
        agentRequestId);
  }

  /** The questions of one attempt that wait for an answer, oldest first. */
  public List<Approval> listPending(UUID attemptId) {
    return sql.list(
        """
        select * from approval where attempt_id = ? and status = 'pending' order by requested_at, id
        """,
        ApprovalTable::approval,
        attemptId);
  }

  /** The questions of all attempts that wait for an answer, oldest first. */
  public List<Approval> listPending() {
    return sql.list(
        "select * from approval where status = 'pending' order by requested_at, id",
        ApprovalTable::approval);
  }

  public long countPending() {
    return sql.number("select count(*) as value from approval where status = 'pending'");
  }

  /** The same, with those that nobody answered in time. */
  public List<Approval> listPendingOrExpired() {
    return sql.list(
        """
        select * from approval where status in ('pending', 'expired') order by requested_at, id
        """,
        ApprovalTable::approval);
  }

  /** The answer that holds for the same question in the rest of an attempt. */
  public Optional<Approval> findRemembered(UUID attemptId, String toolName, String inputKey) {
    return sql
        .list(
            """
            select * from approval
            where attempt_id = ? and tool_name = ? and input_key = ? and remembered = 1
            order by requested_at desc, id limit 1
            """,
            ApprovalTable::approval,
            attemptId,
            toolName,
            inputKey)
        .stream()
        .findFirst();
  }

  /** Answers that hold for the rest of an attempt, oldest first. */
  public List<Approval> listRemembered(UUID attemptId) {
    return sql.list(
        "select * from approval where attempt_id = ? and remembered = 1 order by requested_at, id",
        ApprovalTable::approval,
        attemptId);
  }

  /** The same of all attempts. */
  public List<Approval> listRemembered() {
    return sql.list(
        "select * from approval where remembered = 1 order by requested_at, id",
        ApprovalTable::approval);
  }

  /** Lets an answer hold no longer; false if it did not. */
  public boolean forget(Approval approval) {
    var isChange =
        sql.update(
                """
                update approval set remembered = 0
                where attempt_id = ? and tool_name = ? and input_key = ? and remembered = 1
                """,
                approval.attemptId(),
                approval.toolName(),
                approval.inputKey())
            > 0;
    if (isChange) {
      find(approval.id()).ifPresent(this::tellAnswered);
    }
    return isChange;
  }

  /**
   * Notes the answer; false if there is one already.
   *
   * @param remembered whether it holds for the same question in the rest of the attempt
   */
  public boolean answer(
      UUID id,
      ApprovalStatus status,
      ApprovalDecision decision,
      String reason,
      boolean remembered) {
    var isNew =
        sql.update(
                """
                update approval set status = ?, decision = ?, reason = ?, remembered = ?
                where id = ? and status = 'pending'
                """,
                status,
                decision,
                reason,
                remembered,
                id)
            == 1;
    if (isNew) {
      find(id).ifPresent(this::tellAnswered);
    }
    return isNew;
  }

  private void tellAnswered(Approval approval) {
    var data =
        Json.object()
            .put("approval_id", approval.id().toString())
            .put("status", WireNames.of(approval.status()))
            .put("remembered", approval.isRemembered());
    approval.decision().ifPresent(decision -> data.put("decision", WireNames.of(decision)));
    events.ofAttempt(EventName.ATTEMPT_ANSWERED, approval.attemptId(), data);
  }

  /** The agent no longer waits for this answer. */
  public void withdraw(UUID processId, String agentRequestId) {
    var isNew =
        sql.update(
                """
                update approval set status = 'withdrawn'
                where process_id = ? and agent_request_id = ? and status = 'pending'
                """,
                processId,
                agentRequestId)
            == 1;
    if (isNew) {
      find(processId, agentRequestId).ifPresent(this::tellAnswered);
    }
  }

  /** Nobody waits for answers of a process that has ended. */
  public void withdrawAll(UUID processId) {
    sql.update(
        "update approval set status = 'withdrawn' where process_id = ? and status = 'pending'",
        processId);
  }

  /** Pending questions whose time is over. */
  public List<Approval> listExpired(Instant now) {
    return sql.list(
        """
        select * from approval where status = 'pending' and expires_at <= ?
        order by requested_at, id
        """,
        ApprovalTable::approval,
        now);
  }

  static Approval approval(Row row) {
    return new Approval(
        row.id("id"),
        row.id("attempt_id"),
        row.id("process_id"),
        row.text("agent_request_id"),
        row.text("tool_name"),
        row.text("summary"),
        row.findText("input_key"),
        row.time("requested_at"),
        row.findTime("expires_at"),
        row.constant("status", ApprovalStatus.class),
        row.findText("decision").map(_ -> row.constant("decision", ApprovalDecision.class)),
        row.findText("reason").filter(reason -> !reason.isEmpty()),
        row.flag("remembered"));
  }
}
