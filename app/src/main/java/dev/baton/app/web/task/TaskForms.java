package dev.baton.app.web.task;

import dev.baton.app.web.board.NewTaskPage.ExecutorView;
import dev.baton.app.web.board.RepoChoice;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.text.AutoStartView;
import dev.baton.app.web.text.BlockerView;
import dev.baton.app.web.text.LabelField;
import dev.baton.app.web.text.PriorityView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import dev.baton.orchestrator.planning.Board.BoardTaskEdit;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt.Target;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The forms of a task: other words for it, another attempt at it, its end. */
public final class TaskForms {
  /**
   * The form with the words of a task.
   *
   * @param seen which words the reader has seen
   * @param autoStart how it starts by itself, as the field holds it
   * @param seenAutoStart the same as the reader has seen it
   * @param now the words of somebody else, if they came between
   */
  record EditView(
      UUID id,
      String seen,
      String title,
      String description,
      String labels,
      String priority,
      String blockedBy,
      String autoStart,
      String seenAutoStart,
      List<AutoStartView> agents,
      Optional<String> problem,
      Optional<TaskView.Text> now) {}

  /**
   * The form for another attempt.
   *
   * @param isBlocked true if something keeps it from being started, except on demand
   * @param waits true if that is other tasks, so that it can be started when they are done
   */
  record NewAttemptView(
      UUID taskId,
      String title,
      String executor,
      String prompt,
      List<ExecutorView> executors,
      List<RepoChoice> repos,
      boolean isBlocked,
      boolean waits,
      Optional<String> problem) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final OneTaskPage page;

  public TaskForms(Orchestrator orchestrator, Frames frames, OneTaskPage page) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.page = page;
  }

  public Route.Response showEdit(Visit visit) {
    var overview = orchestrator.board().loadTask(visit.requireId("task"));
    var task = overview.task();
    var autoStart = AutoStartView.value(overview);
    return edit(
        visit,
        200,
        overview,
        new EditView(
            task.id(),
            overview.textVersion(),
            task.title(),
            task.description().orElse(""),
            labels(overview),
            PriorityView.of(task.priority()).value(),
            BlockerView.typed(overview),
            autoStart,
            autoStart,
            agents(autoStart),
            Optional.empty(),
            Optional.empty()));
  }

  private List<AutoStartView> agents(String autoStart) {
    return AutoStartView.choices(
        orchestrator.nodes().listExecutors().stream().map(ExecutorOffer::listing).toList(),
        autoStart);
  }

  private static String labels(BoardTaskOverview overview) {
    return LabelField.typed(overview.labels().stream().map(Label::name).toList());
  }

  private Route.Response edit(Visit visit, int status, BoardTaskOverview task, EditView view) {
    var frame = frames.frame(visit, Frame.Place.BOARD, "Edit", task.task().projectId());
    return Html.page(status, out -> JteeditGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** Words that came meanwhile are shown beside those that were typed; nothing is overwritten. */
  public Route.Response edit(Visit visit) {
    var id = visit.requireId("task");
    var form = visit.form();
    try {
      orchestrator
          .board()
          .editTask(
              new BoardTaskEdit(
                  id,
                  form.text("seen"),
                  form.text("title").strip(),
                  form.text("description").replace("\r\n", "\n"),
                  LabelField.names(form.text("labels")),
                  form.find("priority").map(PriorityView::chosen),
                  blockedBy(id, form),
                  autoStart(form)));
      return Route.Response.seeOther("/tasks/" + id);
    } catch (ToolFailure failure) {
      var isOvertaken = failure.code().equals(FailureCode.ALREADY_DONE);
      var now = orchestrator.board().loadTask(id);
      var seenAutoStart = isOvertaken ? AutoStartView.value(now) : form.text("seen_auto_start");
      var autoStart = autoStart(form).isPresent() ? form.text("auto_start") : seenAutoStart;
      return edit(
          visit,
          isOvertaken ? 409 : 422,
          now,
          new EditView(
              id,
              isOvertaken ? now.textVersion() : form.text("seen"),
              form.text("title"),
              form.text("description"),
              form.text("labels"),
              form.find("priority").orElse(PriorityView.of(now.task().priority()).value()),
              form.has("blocked_by") ? form.text("blocked_by") : BlockerView.typed(now),
              autoStart,
              seenAutoStart,
              agents(autoStart),
              Optional.of(Sentences.of(failure)),
              isOvertaken
                  ? Optional.of(TaskView.Text.of(now, "", List.of(), false))
                  : Optional.empty()));
    }
  }

  /** What is left as it stood there is not set again: the server may have started it meanwhile. */
  private static Optional<AutoStart> autoStart(Fields form) {
    return form.has("auto_start") && !form.text("auto_start").equals(form.text("seen_auto_start"))
        ? Optional.of(AutoStartView.chosen(form.text("auto_start")))
        : Optional.empty();
  }

  /** Lets the server try once more to start a task by itself. */
  public Route.Response startAgain(Visit visit) {
    var id = visit.requireId("task");
    orchestrator
        .board()
        .loadTask(id)
        .autoStart()
        .filter(wish -> wish.problem().isPresent())
        .ifPresent(wish -> set(id, new AutoStart(wish.executor(), wish.variant())));
    return Route.Response.seeOther(visit.back().orElse("/tasks/" + id));
  }

  private void set(UUID taskId, AutoStart wish) {
    var ignored = orchestrator.board().changeTask(BoardTaskChange.of(taskId).withAutoStart(wish));
  }

  /** Names that stand there unchanged are left alone: what they meant may have another name now. */
  private Optional<List<String>> blockedBy(UUID taskId, Fields form) {
    var typed = form.text("blocked_by").strip();
    return form.has("blocked_by")
            && !typed.equals(BlockerView.typed(orchestrator.board().loadTask(taskId)))
        ? Optional.of(BlockerView.names(typed))
        : Optional.empty();
  }

  public Route.Response showNewAttempt(Visit visit) {
    return newAttempt(visit, 200, visit.query(), Optional.empty());
  }

  private Route.Response newAttempt(
      Visit visit, int status, Fields typed, Optional<String> problem) {
    var overview = orchestrator.board().loadTask(visit.requireId("task"));
    var task = overview.task();
    var obstacle =
        BlockerView.sentence(overview)
            .or(() -> orchestrator.costs().findObstacle(task.id()).map(TaskForms::sentence));
    var frame = frames.frame(visit, Frame.Place.BOARD, "New attempt", task.projectId());
    var executors = ExecutorView.list(orchestrator, typed);
    var view =
        new NewAttemptView(
            task.id(),
            VisibleText.of(task.title()),
            typed
                .find("executor")
                .or(() -> executors.stream().map(ExecutorView::id).findFirst())
                .orElse(""),
            typed.text("prompt"),
            executors,
            RepoChoice.list(orchestrator.projects(), task.projectId(), typed),
            obstacle.isPresent(),
            !overview.openBlockers().isEmpty() && task.status() == BoardTaskStatus.TODO,
            problem.or(() -> obstacle));
    return Html.page(status, out -> JtenewattemptGenerated.render(out, Html.PLAIN, frame, view));
  }

  private static String sentence(Budget budget) {
    return Sentences.whole(budget.words());
  }

  public Route.Response startAttempt(Visit visit) {
    var form = visit.form();
    var id = visit.requireId("task");
    var variant = form.find(ExecutorView.field(form.text("executor")));
    try {
      var project = orchestrator.board().loadTask(id).task().projectId();
      var repos = RepoChoice.read(orchestrator.projects(), project, form);
      if (form.has("later")) {
        refuseOtherWords(form);
        refuseFewer(repos, RepoChoice.read(orchestrator.projects(), project, Fields.NONE));
        set(id, new AutoStart(form.text("executor"), variant));
        return Route.Response.seeOther("/tasks/" + id);
      }
      var started =
          orchestrator
              .attemptStarts()
              .start(
                  visit.caller(),
                  new NewAttempt(
                      id,
                      form.text("executor"),
                      variant,
                      repos,
                      form.find("prompt"),
                      form.has("force"),
                      ExecutorView.choice(form),
                      Optional.empty(),
                      form.has("force")));
      return Route.Response.seeOther("/tasks/%s?attempt=%s".formatted(id, started.attemptId()));
    } catch (ToolFailure failure) {
      // why: the form itself says what a task waits for
      return newAttempt(
          visit,
          422,
          form,
          failure.code().equals(BoardFailureCode.BLOCKED)
                  || failure.code().equals(BoardFailureCode.BUDGET_EXCEEDED)
              ? Optional.empty()
              : Optional.of(Sentences.of(failure)));
    }
  }

  /** What was typed must not be forgotten until the task starts. */
  private static void refuseOtherWords(Fields form) {
    if (form.find("prompt").isPresent()) {
      throw ToolFailure.invalid(
          "An agent that starts by itself gets the words of the task alone",
          "Put the other words into its description, or start anyway");
    }
  }

  private static void refuseFewer(List<Target> repos, List<Target> all) {
    if (!repos.equals(all)) {
      throw ToolFailure.invalid(
          "An agent that starts by itself gets all repositories of the project",
          "Choose all of them, or start anyway");
    }
  }

  public Route.Response delete(Visit visit) {
    var id = visit.requireId("task");
    var project = orchestrator.board().loadTask(id).task().projectId();
    try {
      var ignored = orchestrator.deletions().deleteTask(id);
      return Route.Response.seeOther("/projects/" + project);
    } catch (ToolFailure failure) {
      return page.refused(visit, new Chosen(id, Optional.empty()), Problem.Place.HEAD, failure);
    }
  }
}
