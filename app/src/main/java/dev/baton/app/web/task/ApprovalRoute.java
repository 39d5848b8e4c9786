package dev.baton.app.web.task;

import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Approval.ApprovalDecision;
import dev.baton.orchestrator.progress.Approvals.ApprovalResponse;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Takes what somebody answers an agent that asks whether it may use a tool. */
public final class ApprovalRoute {
  /** The list of what waits, with a sentence where something was asked for that was not done. */
  @FunctionalInterface
  public interface RefusedInList {
    Route.Response show(Visit visit, UUID matter, ToolFailure failure);
  }

  private final Orchestrator orchestrator;
  private final OneTaskPage page;
  private final RefusedInList list;

  public ApprovalRoute(Orchestrator orchestrator, OneTaskPage page, RefusedInList list) {
    this.orchestrator = orchestrator;
    this.page = page;
    this.list = list;
  }

  public Route.Response answer(Visit visit) {
    var form = visit.form();
    var attemptId = visit.findHidden("attempt");
    try {
      var decision = decision(form.text("decision"));
      orchestrator
          .approvals()
          .respond(
              new ApprovalResponse(
                  visit.requireId("approval"),
                  decision,
                  words(form, decision),
                  isRemembered(form)));
      return visit.isScript()
          ? Html.said(decision == ApprovalDecision.APPROVE ? "Approved" : "Denied")
          : Route.Response.seeOther(
              visit.back().or(() -> attemptId.map(this::address)).orElse("/needs-you"));
    } catch (ToolFailure failure) {
      if (attemptId.isEmpty()) {
        return refused(visit, failure);
      }
      return page.refused(
          visit,
          Chosen.attempt(taskId(attemptId.get()), attemptId.get()),
          Problem.Place.APPROVAL,
          failure);
    }
  }

  /** Shows a refusal in the list of what waits, if the answer was given there. */
  private Route.Response refused(Visit visit, ToolFailure failure) {
    if (visit.isScript() || !visit.back().equals(Optional.of("/needs-you"))) {
      throw failure;
    }
    return list.show(visit, visit.requireId("approval"), failure);
  }

  /** Lets an answer hold no longer that was to hold for the rest of the attempt. */
  public Route.Response forget(Visit visit) {
    var attemptId = visit.findHidden("attempt");
    try {
      var forgotten = orchestrator.approvals().forget(visit.requireId("approval"));
      return Route.Response.seeOther(address(forgotten.attemptId()));
    } catch (ToolFailure failure) {
      if (attemptId.isEmpty()) {
        throw failure;
      }
      return page.refused(
          visit,
          Chosen.attempt(taskId(attemptId.get()), attemptId.get()),
          Problem.Place.HEAD,
          failure);
    }
  }

  /** The reason of a denial, or what was chosen; questions with choices need an answer. */
  private static Optional<String> words(Fields form, ApprovalDecision decision) {
    if (decision == ApprovalDecision.DENY || !form.has("question-0")) {
      return form.find("reason");
    }
    var chosen = Choices.chosen(form);
    if (chosen.isEmpty()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "A question has no answer yet",
          "Choose one of the answers or write your own, then send it again");
    }
    return chosen;
  }

  private static boolean isRemembered(Fields form) {
    return form.find("remember")
        .map(
            span -> {
              if (!span.equals("attempt")) {
                throw Visit.foreign("remember", span);
              }
              return true;
            })
        .orElse(false);
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

  private UUID taskId(UUID attemptId) {
    return orchestrator.attempts().load(attemptId).taskId();
  }

  private String address(UUID attemptId) {
    return "/tasks/%s?attempt=%s".formatted(taskId(attemptId), attemptId);
  }
}
