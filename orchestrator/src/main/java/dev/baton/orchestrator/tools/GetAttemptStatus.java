package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Inline;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class GetAttemptStatus {
  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description(
              "Milliseconds to wait for another state than since_state, or a question; at most"
                  + " 45000, default 0")
          Optional<BigInteger> waitMs,
      @Description("The state that you know; default the state at the call")
          Optional<AttemptState.Name> sinceState,
      @Description("True reads its pull requests now") Optional<Boolean> refresh) {
    StatusQuery toQuery() {
      return new StatusQuery(
          attemptId, waitMs.map(Limits::milliseconds).orElse(Duration.ZERO), sinceState);
    }
  }

  record Response(
      @Inline AttemptStatusView status,
      @OmitWhenEmpty @Description("Why refresh read nothing new") Optional<String> refreshFailed) {}

  private GetAttemptStatus() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_attempt_status", Request.class, Response.class)
        .title("Get attempt status")
        .description(
            """
            Shows how an attempt stands: state, latest process, queue, questions, usage.
            Use when: you started or continued an attempt and wait for it to end.
            Required: attempt_id.
            Optional: wait_ms (waits for a change), since_state, refresh.
            Next: state completed: get_attempt_changes. state failed: read failure_summary, then
            tail_attempt_logs or follow_up. needs_input: let the user decide on pending_approvals.
            denied above 0: actions were refused, so work may be missing; follow_up with variant
            TRUSTED or APPROVALS if needed.
            Avoid: polling without wait_ms; pass wait_ms 45000 and since_state running.\
            """)
        .annotations(Hints.READS)
        .taskSupport(TaskSupport.FORBIDDEN)
        .handler(new OperationHandler<>(orchestrator, GetAttemptStatus::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context)
      throws Exception {
    var failed =
        request.refresh().orElse(false)
            ? refresh(orchestrator, request.attemptId())
            : Optional.<String>empty();
    return new Response(status(orchestrator, request, context), failed);
  }

  /** How the attempt stands is known whether its forge answers or not. */
  private static Optional<String> refresh(Orchestrator orchestrator, UUID attemptId) {
    try {
      var ignored = orchestrator.pullRequestWatch().look(attemptId);
      return Optional.empty();
    } catch (ToolFailure e) {
      if (!e.code().wireName().equals(BoardFailureCode.FORGE_UNAVAILABLE.wireName())) {
        throw e;
      }
      return Optional.of("%s. %s".formatted(e.getMessage(), e.hint()));
    }
  }

  private static AttemptStatusView status(
      Orchestrator orchestrator, Request request, RequestContext context) throws Exception {
    var query = request.toQuery();
    var forms = new ApprovalForms(orchestrator);
    if (query.maxWait().isZero() || !forms.canAsk(context)) {
      return AttemptStatusView.of(orchestrator.attempts().status(query));
    }
    var now = StatusQuery.now(request.attemptId());
    var asked = new HashSet<UUID>();
    // why first: the call may be the repetition of one that ended with a question
    if (forms.settleAny(orchestrator.attempts().status(now).pendingApprovals(), context, asked)) {
      return AttemptStatusView.of(orchestrator.attempts().status(now));
    }
    var status = orchestrator.attempts().status(query);
    return AttemptStatusView.of(
        forms.settleAny(status.pendingApprovals(), context, asked)
            ? orchestrator.attempts().status(now)
            : status);
  }
}
