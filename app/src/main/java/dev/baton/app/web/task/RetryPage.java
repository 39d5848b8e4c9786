package dev.baton.app.web.task;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.ModelFields;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The form that goes back to an earlier message and sends it again, or another one. */
public final class RetryPage {
  /**
   * What the form shows.
   *
   * @param prompt what was said then, or what was typed instead
   * @param variants how its agent can be run
   * @param models likewise what was chosen
   * @param targets the target branches that come back with it
   * @param hasSeveralRepos true if there may be files beside them, which nobody puts back
   * @param problem why it was not done
   */
  record RetryView(
      UUID attemptId,
      UUID taskId,
      long turn,
      String prompt,
      List<String> variants,
      String variant,
      ModelFields models,
      Optional<String> targets,
      boolean hasSeveralRepos,
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
                  new RetryRequest(
                      attemptId,
                      turn.index(),
                      Optional.of(prompt),
                      visit.form().find("variant"),
                      ModelFields.read(visit.form(), ""),
                      Optional.empty(),
                      List.of(),
                      false));
      if (visit.isScript()) {
        return Html.said(
            targets(retried.targets())
                .map("Sent again; its target is %s again"::formatted)
                .orElse("Sent again"));
      }
      var taskId = orchestrator.attempts().load(attemptId).taskId();
      return Route.Response.seeOther(
          OneTaskPage.address(taskId, attemptId) + KeptWork.query(retried.keptRefs()));
    } catch (ToolFailure failure) {
      if (visit.isScript()) {
        throw failure;
      }
      return show(visit, turn, prompt, Optional.of(AttemptWords.of(Sentences.of(failure))));
    }
  }

  private static Optional<String> targets(List<String> branches) {
    return Optional.of(VisibleText.line(String.join(", ", branches)))
        .filter(words -> !words.isEmpty());
  }

  private TurnOverview requireTurn(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var text = visit.request().variable("turn");
    return (text.equals("newest") ? turns.findNewest(attemptId) : find(attemptId, text))
        .orElseThrow(
            () ->
                new ToolFailure(
                    FailureCode.NOT_FOUND,
                    "This attempt has no such message",
                    "Go back to the board and open the task from there"));
  }

  private Optional<TurnOverview> find(UUID attemptId, String number) {
    return number.matches("[0-9]{1,9}")
        ? turns.find(attemptId, Long.parseLong(number))
        : Optional.empty();
  }

  private Route.Response show(
      Visit visit, TurnOverview turn, String prompt, Optional<String> problem) {
    var attempt = orchestrator.attempts().load(visit.requireId("attempt"));
    var task = orchestrator.board().loadTask(attempt.taskId()).task();
    var executor = orchestrator.nodes().findExecutor(attempt);
    var view =
        new RetryView(
            attempt.id(),
            task.id(),
            turn.index(),
            prompt,
            executor.map(NodeFacts.Executor::variants).orElse(List.of()),
            visit.form().find("variant").orElse(turn.variant()),
            new ModelFields(
                "",
                AgentNames.of(attempt.executor()),
                executor.flatMap(NodeFacts.Executor::models).orElse(ModelCatalogue.NONE),
                ModelFields.read(visit.form(), "").or(turn.choice())),
            targets(orchestrator.turns().listReturningTargets(attempt.id(), turn.index())),
            orchestrator.attempts().context(attempt.id()).repos().size() > 1,
            attempt.isRunning(),
            problem);
    var frame = frames.frame(visit, Frame.Place.BOARD, "Retry from here", task.projectId());
    return Html.page(
        problem.isPresent() ? 422 : 200,
        out -> JteretryGenerated.render(out, Html.PLAIN, frame, view));
  }
}
