package dev.baton.app.web.task;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.Attempts.StatusQuery;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.TurnOverview;
import java.util.Optional;
import java.util.UUID;

/** The form that goes back to an earlier message and sends it again, or another one. */
public final class RetryPage {
  /**
   * What the form shows.
   *
   * @param prompt what was said then, or what was typed instead
   * @param problem why it was not done
   */
  record RetryView(
      UUID attemptId,
      UUID taskId,
      long turn,
      String prompt,
      boolean isBusy,
      Optional<String> problem) {
    String address() {
      return "/attempts/%s/turns/%d/retry".formatted(attemptId, turn);
    }

    String back() {
      return OneTaskPage.address(taskId, attemptId);
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final TurnNumbers turns;

  public RetryPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.turns = new TurnNumbers(orchestrator);
  }

  public Route.Response show(Visit visit) {
    var turn = requireTurn(visit);
    return show(visit, turn, turn.promptText(), Optional.empty());
  }

  /** Takes back the message and all that came after it, and sends what was typed. */
  public Route.Response retry(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var turn = requireTurn(visit);
    var prompt = visit.form().text("prompt");
    try {
      var retried =
          orchestrator
              .turns()
              .retry(
                  new RetryRequest(attemptId, turn.index(), Optional.of(prompt), Optional.empty()));
      if (visit.isScript()) {
        return Html.said("Sent again");
      }
      var taskId = orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt().taskId();
      return Route.Response.seeOther(
          OneTaskPage.address(taskId, attemptId) + KeptWork.query(retried.keptRefs()));
    } catch (ToolFailure failure) {
      if (visit.isScript()) {
        throw failure;
      }
      return show(visit, turn, prompt, Optional.of(AttemptWords.of(Sentences.of(failure))));
    }
  }

  private TurnOverview requireTurn(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var text = visit.request().variable("turn");
    return Optional.of(text)
        .filter(it -> it.matches("[0-9]{1,9}"))
        .flatMap(it -> turns.find(attemptId, Long.parseLong(it)))
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "This attempt has no such message",
                    "Go back to the board and open the task from there"));
  }

  private Route.Response show(
      Visit visit, TurnOverview turn, String prompt, Optional<String> problem) {
    var attempt =
        orchestrator.attempts().status(StatusQuery.now(visit.requireId("attempt"))).attempt();
    var task = orchestrator.board().loadTask(attempt.taskId()).task();
    var view =
        new RetryView(attempt.id(), task.id(), turn.index(), prompt, attempt.isRunning(), problem);
    var frame = frames.frame(visit, Frame.Place.BOARD, "Retry from here", task.projectId());
    return Html.page(
        problem.isPresent() ? 422 : 200,
        out -> JteretryGenerated.render(out, Html.PLAIN, frame, view));
  }
}
