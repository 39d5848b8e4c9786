package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.ApprovalDecision;
import dev.baton.orchestrator.attempt.ApprovalStatus;
import dev.baton.orchestrator.board.EventName;
import dev.baton.schema.WireNames;
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
          requested_at, expires_at, status)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)
        on conflict (process_id, agent_request_id) do nothing
        """,
            approval.id(),
            approval.attemptId(),
            approval.processId(),
            approval.agentRequestId(),
            approval.toolName(),
            approval.summary(),
            approval.requestedAt(),
            approval.expiresAt(),
            approval.status());
    if (count > 0) {
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

  /** Of one attempt, oldest first. */
  public List<Approval> listPending(UUID attemptId) {
    return sql.list(
        """
        select * from approval where attempt_id = ? and status = 'pending' order by requested_at, id
        """,
        ApprovalTable::approval,
        attemptId);
  }

  /** Of all attempts, oldest first. */
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

  /** Notes the answer; false if there is one already. */
  public boolean answer(UUID id, ApprovalStatus status, ApprovalDecision decision, String reason) {
    var isNew =
        sql.update(
                """
                update approval set status = ?, decision = ?, reason = ?
                where id = ? and status = 'pending'
                """,
                status,
                decision,
                reason,
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
            .put("status", WireNames.of(approval.status()));
    approval.decision().ifPresent(decision -> data.put("decision", WireNames.of(decision)));
    events.ofAttempt(EventName.ATTEMPT_ANSWERED, approval.attemptId(), data);
  }

  /** The agent no longer waits for this answer. */
  public void withdraw(UUID processId, String agentRequestId) {
    sql.update(
        """
        update approval set status = 'withdrawn'
        where process_id = ? and agent_request_id = ? and status = 'pending'
        """,
        processId,
        agentRequestId);
    find(processId, agentRequestId).ifPresent(this::tellAnswered);
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
        row.time("requested_at"),
        row.findTime("expires_at"),
        row.constant("status", ApprovalStatus.class),
        row.findText("decision").map(_ -> row.constant("decision", ApprovalDecision.class)),
        row.findText("reason").filter(reason -> !reason.isEmpty()));
  }
}
