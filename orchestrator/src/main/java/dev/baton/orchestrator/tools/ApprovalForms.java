package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.remote.RemoteOperations.RemoteOperation;
import dev.baton.task.TaskOwner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import tools.jackson.databind.node.ObjectNode;

/** Puts the questions of agents before the user of a client that can show forms. Thread safe. */
final class ApprovalForms {
  /** How often to look whether somebody else has answered. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private static final ObjectNode FORM =
      Json.parseObject(
          """
          {"type": "object",
           "properties": {
             "decision": {"type": "string", "enum": ["approve", "deny"],
                          "description": "Whether the agent may do it"},
             "reason": {"type": "string", "description": "What the agent is told if denied"}},
           "required": ["decision"]}\
          """);

  private final Orchestrator orchestrator;

  ApprovalForms(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  /** True if a person can be asked; an agent must not answer for one. */
  boolean canAsk(RequestContext context) {
    return !AttemptOwner.is(context.owner())
        && new InputRequest.Elicit("", "", FORM).isSupportedBy(context.client());
  }

  /**
   * Asks, and passes the decision on. Ends early if the question is answered elsewhere.
   *
   * @return false if the question is still open, because nobody wanted to answer it here
   */
  boolean settle(Approval approval, RequestContext context) throws Exception {
    var asking = new FutureTask<>(() -> context.ask(form(approval)));
    var worker = Thread.ofVirtual().name("approval-" + approval.id()).start(asking);
    try {
      while (!worker.join(LOOK)) {
        if (!isPending(approval)) {
          return true;
        }
      }
      return decision(approval, asking).map(this::passOn).orElse(false);
    } finally {
      worker.interrupt();
    }
  }

  /**
   * Asks what was not asked before; true if any of it was settled.
   *
   * @param asked gets what is asked now
   */
  boolean settleAny(List<Approval> approvals, RequestContext context, Set<UUID> asked)
      throws Exception {
    var settled = false;
    for (var approval : approvals) {
      if (asked.add(approval.id())) {
        settled |= settle(approval, context);
      }
    }
    return settled;
  }

  private static InputRequest form(Approval approval) {
    return new InputRequest.Elicit(
        "approval-" + approval.id(),
        "The agent asks whether it may use %s: %s"
            .formatted(approval.toolName(), approval.summary()),
        FORM);
  }

  private boolean isPending(Approval approval) {
    return orchestrator
        .attempts()
        .status(StatusQuery.now(approval.attemptId()))
        .pendingApprovals()
        .stream()
        .anyMatch(pending -> pending.id().equals(approval.id()));
  }

  private static Optional<ApprovalResponse> decision(Approval approval, FutureTask<Answers> asking)
      throws Exception {
    try {
      return asking
          .get()
          .accepted("approval-" + approval.id())
          .map(content -> answer(approval, content));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RpcException) {
        // why: a client that cannot answer after all leaves the question open for others
        return Optional.empty();
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static ApprovalResponse answer(Approval approval, ObjectNode content) {
    var decision =
        content.path("decision").asString("").equals(ApprovalDecision.APPROVE.wireName())
            ? ApprovalDecision.APPROVE
            : ApprovalDecision.DENY;
    return new ApprovalResponse(approval.id(), decision, content.path("reason").asStringOpt());
  }

  /** The agent may be at another node. */
  private void respond(ApprovalResponse answer) {
    try {
      orchestrator.approvals().respond(answer);
    } catch (AtOtherNode there) {
      var arguments =
          Json.object()
              .put("approval_id", answer.approvalId().toString())
              .put("decision", answer.decision().wireName());
      answer.reason().ifPresent(text -> arguments.put("reason", text));
      var ignored =
          orchestrator
              .remoteOperations()
              .call(
                  there.node(),
                  new RemoteOperation("respond_approval", arguments, TaskOwner.LOCAL, true));
    }
  }

  private boolean passOn(ApprovalResponse answer) {
    try {
      respond(answer);
    } catch (ToolFailure failure) {
      if (!failure.code().equals(FailureCode.ALREADY_DONE)) {
        throw failure;
      }
    }
    return true;
  }
}
