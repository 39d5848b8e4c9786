package dev.baton.app.web;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Approvals.ApprovalResponse;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.ApprovalDecision;
import java.util.stream.Stream;

/** Takes what somebody answers an agent that asks whether it may use a tool. */
final class ApprovalRoute {
  private final Orchestrator orchestrator;

  ApprovalRoute(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  Route.Response answer(Visit visit) {
    var form = visit.form();
    var decision = decision(form.text("decision"));
    orchestrator
        .approvals()
        .respond(new ApprovalResponse(visit.requireId("approval"), decision, form.find("reason")));
    if (visit.isScript()) {
      return Html.said(decision == ApprovalDecision.APPROVE ? "Approved" : "Denied");
    }
    return Route.Response.seeOther(visit.back().orElse("/needs-you"));
  }

  private static ApprovalDecision decision(String word) {
    return Stream.of(ApprovalDecision.values())
        .filter(it -> it.wireName().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.INVALID_ARGUMENT,
                    "'%s' is no answer to an agent".formatted(VisibleText.of(word)),
                    "Choose Approve or Deny"));
  }
}
