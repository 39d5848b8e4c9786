package dev.baton.app.web.board;

import dev.baton.app.web.board.NewTaskPage.ExecutorView;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.LabelField;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The form that says how a project takes tasks by itself. */
public final class PullPage {
  private static final String USUAL_LIMIT = "1";

  /**
   * The form.
   *
   * @param isOn whether it takes tasks now
   * @param seen what was set when the reader saw it
   */
  record PullForm(
      UUID projectId,
      String projectName,
      String limit,
      String labels,
      String executor,
      List<ExecutorView> executors,
      boolean isOn,
      String seen,
      Optional<String> problem) {}

  private final Orchestrator orchestrator;
  private final Frames frames;

  public PullPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, visit.query(), Optional.empty());
  }

  private Route.Response show(Visit visit, int status, Fields typed, Optional<String> problem) {
    var project = orchestrator.projects().load(visit.requireId("project"));
    var pull = project.pull();
    var executors =
        ExecutorView.list(orchestrator, typed).stream()
            .map(executor -> pull.map(executor::chosenBy).orElse(executor))
            .toList();
    var view =
        new PullForm(
            project.project().id(),
            VisibleText.of(project.project().name()),
            typed
                .find("limit")
                .or(() -> pull.map(it -> String.valueOf(it.limit())))
                .orElse(USUAL_LIMIT),
            typed.find("labels").or(() -> pull.map(it -> LabelField.typed(it.labels()))).orElse(""),
            typed
                .find("executor")
                .or(() -> pull.map(Pull::executor))
                .or(() -> executors.stream().map(ExecutorView::id).findFirst())
                .orElse(""),
            executors,
            pull.isPresent(),
            status == 422 ? typed.text("seen") : pull.map(Pull::version).orElse(""),
            problem);
    var frame = frames.frame(visit, Frame.Place.BOARD, "Auto start", project.project().id());
    return Html.page(status, out -> JtepullGenerated.render(out, Html.PLAIN, frame, view));
  }

  public Route.Response change(Visit visit) {
    var project = visit.requireId("project");
    var typed = visit.form();
    try {
      var ignored =
          orchestrator
              .autoStarts()
              .change(
                  new PullChange(
                      project,
                      Optional.of(pull(typed)),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.of("seen").filter(typed::has).map(typed::text)));
      return Route.Response.seeOther("/projects/" + project);
    } catch (ToolFailure failure) {
      var isOvertaken = failure.code().equals(FailureCode.ALREADY_DONE);
      return show(
          visit,
          isOvertaken ? 409 : 422,
          typed,
          Optional.of(Sentences.of(failure) + (isOvertaken ? " " + words(project) : "")));
    }
  }

  private String words(UUID project) {
    return orchestrator
        .projects()
        .load(project)
        .pull()
        .flatMap(PullView::of)
        .map(view -> Sentences.whole(view.words()))
        .orElse("It takes no tasks by itself now.");
  }

  private static Pull pull(Fields typed) {
    var executor = typed.text("executor");
    return new Pull(
        typed.has("off") ? 0 : number(typed.text("limit")),
        executor,
        typed.find(ExecutorView.field(executor)),
        LabelField.names(typed.text("labels")));
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,6}")) {
      throw ToolFailure.invalid(
          "/limit",
          text.isBlank()
              ? "The limit is empty"
              : "The limit '%s' is no whole number from 0 to 1000".formatted(text),
          "Say how many of these agents may run at once");
    }
    return Integer.parseInt(text);
  }
}
