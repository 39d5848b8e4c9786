package dev.baton.orchestrator.store;

import dev.baton.internal.schema.WireNames;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.attempt.Denials;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Programs that were started for attempts. */
public final class ExecutionProcessTable {
  private final Sql sql;
  private final EventTable events;

  ExecutionProcessTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Records a program that is about to be started. */
  public void insert(ProcessDetail detail) {
    var process = detail.process();
    sql.update(
        """
        insert into execution_process (id, attempt_id, process_index, session_id, turn_id, repo_id,
          reason, status, started_at, prompt, variant, resumed_session, stdout_offset, stderr_offset,
          first_raw_index, is_begun)
        values (?, ?, (select coalesce(max(process_index), -1) + 1 from execution_process
          where attempt_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0,
          (select next_raw_index from attempt where id = ?), 0)
        """,
        process.id(),
        process.attemptId(),
        process.attemptId(),
        process.sessionId(),
        process.turnId(),
        process.repoId(),
        process.reason(),
        process.status(),
        process.startedAt(),
        detail.promptText(),
        detail.variant(),
        detail.resumedSession(),
        process.attemptId());
    if (process.reason() == ProcessReason.CODING_AGENT) {
      new CostTable(sql, events).begin(detail);
    }
    events.ofAttempt(EventName.PROCESS_STARTED, process.attemptId(), words(process));
  }

  private static ObjectNode words(ExecutionProcess process) {
    return Json.object()
        .put("execution_process_id", process.id().toString())
        .put("reason", WireNames.of(process.reason()))
        .put("status", WireNames.of(process.status()));
  }

  public Optional<ProcessDetail> find(UUID id) {
    return sql.find(
        "select * from execution_process where id = ?", ExecutionProcessTable::detail, id);
  }

  /** The newest that is no dev server. */
  public Optional<ExecutionProcess> findLatest(UUID attemptId) {
    return sql.find(
        """
        select * from execution_process where attempt_id = ? and reason <> 'devserver'
        order by process_index desc limit 1
        """,
        ExecutionProcessTable::process,
        attemptId);
  }

  /** The newest that is an agent. */
  public Optional<ProcessDetail> findLatestAgent(UUID attemptId) {
    return sql.find(
        """
        select * from execution_process where attempt_id = ? and reason = 'codingagent'
        order by process_index desc limit 1
        """,
        ExecutionProcessTable::detail,
        attemptId);
  }

  /** In the order in which they were started. */
  public List<ProcessDetail> listOfTurn(UUID turnId) {
    return sql.list(
        "select * from execution_process where turn_id = ? order by process_index",
        ExecutionProcessTable::detail,
        turnId);
  }

  /** All of an attempt, in the order in which they were started. */
  public List<ProcessDetail> list(UUID attemptId) {
    return sql.list(
        "select * from execution_process where attempt_id = ? order by process_index",
        ExecutionProcessTable::detail,
        attemptId);
  }

  /** The repositories of an attempt whose setup script has succeeded. */
  public Set<UUID> listPreparedRepos(UUID attemptId) {
    return Set.copyOf(
        sql.list(
            """
            select distinct repo_id from execution_process
            where attempt_id = ? and reason = 'setupscript' and status = 'completed'
              and repo_id is not null
            order by repo_id
            """,
            row -> row.id("repo_id"),
            attemptId));
  }

  /** The dev servers of an attempt that run. */
  public List<ExecutionProcess> listDevServers(UUID attemptId) {
    return sql.list(
        """
        select * from execution_process
        where attempt_id = ? and status = 'running' and reason = 'devserver' order by process_index
        """,
        ExecutionProcessTable::process,
        attemptId);
  }

  /** All dev servers that run on a server. */
  public List<ProcessDetail> listDevServers(String node) {
    return sql.list(
        """
        select p.* from execution_process p join attempt a on a.id = p.attempt_id
        where p.status = 'running' and p.reason = 'devserver' and a.node = ?
        order by p.started_at, p.id
        """,
        ExecutionProcessTable::detail,
        node);
  }

  /** How many agents run, on all servers. */
  public long countAgents() {
    return sql.number(
        """
        select count(*) as value from execution_process
        where status = 'running' and reason <> 'devserver' and reason = 'codingagent'
        """);
  }

  /** Notes how it ended, once. */
  public void end(ExecutionProcess process) {
    sql.update(
        """
        update execution_process set status = ?, exit_code = ?, failure_summary = ?, ended_at = ?
        where id = ? and status = 'running'
        """,
        process.status(),
        process.exitCode(),
        process.failureSummary(),
        process.endedAt(),
        process.id());
    events.ofAttempt(EventName.PROCESS_ENDED, process.attemptId(), words(process));
  }

  public void setBegun(UUID id) {
    sql.update("update execution_process set is_begun = 1 where id = ?", id);
  }

  /** Gives an agent its token, of which only the hash is kept. */
  public void setTokenHash(UUID id, String hash) {
    sql.update("update execution_process set token_hash = ? where id = ?", hash, id);
  }

  public Optional<ExecutionProcess> findByTokenHash(String hash) {
    return sql.find(
        "select * from execution_process where token_hash = ?",
        ExecutionProcessTable::process,
        hash);
  }

  public void setStdoutOffset(UUID id, long offset) {
    sql.update("update execution_process set stdout_offset = ? where id = ?", offset, id);
  }

  public void setStderrOffset(UUID id, long offset) {
    sql.update("update execution_process set stderr_offset = ? where id = ?", offset, id);
  }

  /** What an agent has used, as JSON. */
  public void setUsage(UUID id, String usage) {
    sql.update("update execution_process set usage = ? where id = ?", usage, id);
  }

  /** An agent was refused more. */
  public void addDenied(UUID id, int count, String last) {
    sql.update(
        "update execution_process set denied = denied + ?, denied_summary = ? where id = ?",
        count,
        last,
        id);
  }

  /** What the agent of a turn was refused. */
  public Denials loadDenials(UUID turnId) {
    return sql.find(
            """
            select denied, denied_summary from execution_process
            where turn_id = ? and denied > 0 order by process_index desc limit 1
            """,
            row -> new Denials((int) row.number("denied"), row.findText("denied_summary")),
            turnId)
        .orElse(Denials.NONE);
  }

  /** What the agents of an attempt have used: one line of JSON for each process that told. */
  public List<SessionUsage> listUsage(UUID attemptId) {
    return sql.list(
        """
        select id, session_id, usage from execution_process
        where attempt_id = ? and usage is not null order by process_index
        """,
        row -> new SessionUsage(row.id("id"), row.id("session_id"), row.text("usage")),
        attemptId);
  }

  /** What one process told that it used. */
  public record SessionUsage(UUID processId, UUID sessionId, String json) {}

  private static ProcessDetail detail(Row row) {
    return new ProcessDetail(
        process(row),
        row.findText("prompt"),
        row.findText("variant"),
        row.findText("resumed_session"),
        row.number("stdout_offset"),
        row.number("stderr_offset"),
        row.number("first_raw_index"),
        row.flag("is_begun"));
  }

  private static ExecutionProcess process(Row row) {
    return new ExecutionProcess(
        row.id("id"),
        row.id("attempt_id"),
        row.findId("session_id"),
        row.findId("turn_id"),
        row.findId("repo_id"),
        row.constant("reason", ProcessReason.class),
        row.constant("status", ProcessStatus.class),
        row.findNumber("exit_code").map(Long::intValue),
        row.findText("failure_summary"),
        row.time("started_at"),
        row.findTime("ended_at"));
  }
}
