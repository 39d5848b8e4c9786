package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.orchestrator.agent.TokenCount;
import dev.baton.orchestrator.attempt.AgentSession.SessionOverview;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessReason;
import dev.baton.orchestrator.attempt.ExecutionProcess.ProcessStatus;
import dev.baton.orchestrator.attempt.TokenUsage;
import dev.baton.orchestrator.attempt.Waiting;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * How an attempt stands. Grouped for readers of the code; on the wire all fields stand side by
 * side.
 */
record AttemptStatusView(
    @Inline AttemptIdentity identity,
    @Inline NewestWork newest,
    @Inline CurrentState current,
    @Inline QueueState queue,
    @Description("Server that drives it, or null") Optional<String> node,
    @Inline DeniedUses denials,
    @Description("Directory of the agent") String workspacePath,
    @Description("Questions of the agent") List<PendingApproval> pendingApprovals,
    @Description(AttemptStatusView.USAGE) Optional<ObjectNode> usage,
    @Description("Used to 80 % or more: {of, budget_usd, spent_usd, known, exceeded}; or null")
        Optional<ObjectNode> budget,
    @Description("The newest 20, newest first") List<Session> sessions,
    @Description(PullRequestView.FIELDS) List<ObjectNode> pullRequests,
    @Description("The newest, bodies cut: " + PullRequestView.COMMENT_FIELDS)
        List<ObjectNode> reviewerComments) {
  static final String USAGE =
      "{input_tokens, cached_input_tokens, output_tokens, cost_usd, known}; null if not told";

  record AttemptIdentity(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description(FieldText.ID_OF_TASK) UUID taskId,
      @Description(FieldText.BRANCH) String workspaceBranch,
      @Description(FieldText.CREATED_AT) Instant createdAt,
      @Description(FieldText.UPDATED_AT) Instant updatedAt) {
    static AttemptIdentity of(Attempt attempt) {
      return new AttemptIdentity(
          attempt.id(),
          attempt.taskId(),
          attempt.branch(),
          attempt.createdAt(),
          attempt.updatedAt());
    }
  }

  record NewestWork(
      @Description(FieldText.LATEST_SESSION) Optional<UUID> latestSessionId,
      @Description("Newest process but dev servers, or null")
          Optional<UUID> latestExecutionProcessId,
      @Description("That process or null") Optional<LatestProcess> latestProcess) {
    static NewestWork of(AttemptStatus status) {
      return new NewestWork(
          status.latestSessionId(),
          status.latestProcess().map(ExecutionProcess::id),
          status.latestProcess().map(LatestProcess::of));
    }
  }

  record LatestProcess(
      @Description("What it was started for") ProcessReason reason,
      @Description("How far it is") ProcessStatus status,
      @Description("128 + n after signal n; null while it runs or if unknown")
          Optional<Integer> exitCode,
      @Description("Start") Instant startedAt,
      @Description("End; null while it runs") Optional<Instant> endedAt) {
    static LatestProcess of(ExecutionProcess process) {
      return new LatestProcess(
          process.reason(),
          process.status(),
          process.exitCode(),
          process.startedAt(),
          process.endedAt());
    }
  }

  record CurrentState(
      @Description(FieldText.STATE) AttemptState.Name state,
      @Description("Last output or change, or null") Optional<Instant> lastActivityAt,
      @Description("Exit code or signal and the last error lines; null unless failed")
          Optional<String> failureSummary,
      @Description("pending_approvals wait for an answer") boolean needsInput) {
    static CurrentState of(AttemptStatus status) {
      var attempt = status.attempt();
      return new CurrentState(
          attempt.state().name(),
          attempt.lastActivityAt(),
          attempt.state().failureSummary(),
          status.needsInput());
    }
  }

  record QueueState(
      @Description("Queued messages") int queueLength,
      @Description("They wait: a turn failed or was stopped") boolean queueHeld,
      @Description("Place in line; null unless it waits") Optional<WaitingView> waiting) {
    static QueueState of(AttemptStatus status) {
      return new QueueState(
          status.queueLength(), status.isQueueHeld(), status.waiting().map(WaitingView::of));
    }
  }

  record DeniedUses(
      @Description("Refusals in the last turn") int denied,
      @Description("The last refusal, or null") Optional<String> deniedSummary) {}

  record Session(
      @Description(FieldText.ID_OF_SESSION) UUID sessionId,
      @Description("Its executor") String executor,
      @Description(FieldText.CREATED_AT) Instant createdAt,
      @Description("Turns") int turns,
      @Description("The agent forgot it") boolean lost) {
    static Session of(SessionOverview overview) {
      var session = overview.session();
      return new Session(
          session.id(),
          session.executor(),
          session.createdAt(),
          overview.turns(),
          session.isLost());
    }
  }

  record PendingApproval(
      @Description("The question") UUID approvalId,
      @Description("Tool that it wants to use") String toolName,
      @Description("What it wants to do with it") String summary,
      @Description("Asked at") Instant requestedAt,
      @Description("When it counts as denied; null if never") Optional<Instant> expiresAt) {
    static PendingApproval of(Approval approval) {
      return new PendingApproval(
          approval.id(),
          approval.toolName(),
          approval.summary(),
          approval.requestedAt(),
          approval.expiresAt());
    }
  }

  /** What was used; null is what nobody told. */
  static ObjectNode json(TokenUsage usage) {
    var tokens = usage.tokens();
    return Json.object()
        .put("input_tokens", tokens.map(TokenCount::input).orElse(null))
        .put("cached_input_tokens", tokens.map(TokenCount::cached).orElse(null))
        .put("output_tokens", tokens.map(TokenCount::output).orElse(null))
        .put("cost_usd", usage.costUsd().orElse(null))
        .put("known", usage.isKnown());
  }

  static AttemptStatusView of(AttemptStatus status) {
    var attempt = status.attempt();
    return new AttemptStatusView(
        AttemptIdentity.of(attempt),
        NewestWork.of(status),
        CurrentState.of(status),
        QueueState.of(status),
        attempt.node(),
        new DeniedUses(status.denials().count(), status.denials().last()),
        status.workspacePath().toString(),
        status.pendingApprovals().stream().map(PendingApproval::of).toList(),
        status.usage().map(AttemptStatusView::json),
        status.budget().map(BudgetJson::of),
        status.sessions().stream().map(Session::of).toList(),
        status.standing().pullRequests().stream().map(PullRequestView::json).toList(),
        PullRequestView.newest(status.standing().comments()));
  }

  /** Why an attempt does not run yet. */
  record WaitingView(
      @Description("Place in line, from 1") int position,
      @Description("The limit that was reached") String reason) {
    static WaitingView of(Waiting waiting) {
      return new WaitingView(waiting.position(), waiting.reason());
    }
  }
}
