package dev.baton.app.web.task;

import dev.baton.app.web.frame.DeletionWords;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.TypedText;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Part;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.task.TaskView.Shown;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import gg.jte.Content;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The task page: its text, its attempts, and the conversation of the chosen one. */
public final class OneTaskPage {
  private static final Content NOTHING = _ -> {};

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final AttemptViews attempts;

  public OneTaskPage(
      Orchestrator orchestrator, Frames frames, ConversationReader conversations, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.attempts = new AttemptViews(orchestrator, conversations, clock);
  }

  /** The page of a task with one of its attempts. */
  public static String address(UUID taskId, UUID attemptId) {
    return "/tasks/%s?attempt=%s".formatted(taskId, attemptId);
  }

  /**
   * The page with something else in the place of the conversation.
   *
   * @param tools stands beside the names of the parts
   */
  public Route.Response around(
      Visit visit, int status, UUID attemptId, Content tools, Content body) {
    return around(visit, status, attemptId, Shown.REVIEW, tools, body);
  }

  /** The page with two attempts side by side, of which this is the one that can be brought home. */
  public Route.Response aroundCompared(Visit visit, UUID attemptId, Content body) {
    return around(visit, 200, attemptId, Shown.COMPARED, NOTHING, body);
  }

  private Route.Response around(
      Visit visit, int status, UUID attemptId, Shown shown, Content tools, Content body) {
    var taskId = orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt().taskId();
    var task = orchestrator.board().loadTask(taskId);
    var all = statuses(taskId);
    var merges = orchestrator.merges().listDone(taskId);
    var chosen = all.stream().filter(it -> attemptId.equals(it.attempt().id())).findFirst();
    var view =
        new TaskView(
            text(task),
            neighbours(task),
            tiles(all, merges, chosen),
            chosen.map(
                it ->
                    attempts.of(
                        it, merges, new Part(shown, Optional.empty(), visit.request().owner()))),
            shown,
            Optional.empty(),
            List.of(),
            orchestrator.images().listOfTask(taskId),
            orchestrator.comments().countDrafts(taskId));
    var frame =
        frames.frame(visit, Frame.Place.BOARD, view.text().title(), task.task().projectId());
    return Html.page(
        status, out -> JtetaskGenerated.render(out, Html.PLAIN, frame, view, tools, body));
  }

  public Route.Response show(Visit visit) {
    var query = visit.query();
    var attempt = query.find("attempt").flatMap(Visit::id);
    if (query.find("attempt").isPresent() && attempt.isEmpty()) {
      throw noSuchAttempt();
    }
    return find(visit.findId("task"))
        .map(task -> show(visit, 200, task, attempt, Optional.empty()))
        .orElseGet(() -> gone(visit));
  }

  /** Finds a task by the number that people call it by. */
  public Route.Response showByNumber(Visit visit) {
    return visit
        .findId("project")
        .flatMap(project -> number(visit).flatMap(it -> orchestrator.board().findTask(project, it)))
        .map(task -> "/tasks/" + task.task().id() + visit.query().query())
        .map(Route.Response::seeOther)
        .orElseGet(() -> gone(visit));
  }

  private static Optional<Long> number(Visit visit) {
    var text = visit.request().decoded("number").replaceFirst("^#", "");
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /**
   * Does something with the attempt in the address, and shows the page again: with a sentence at
   * this place if it is refused.
   *
   * @param action does it, and says so in a sentence
   */
  Route.Response act(Visit visit, Problem.Place place, Function<UUID, String> action) {
    var attemptId = visit.requireId("attempt");
    var taskId = orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt().taskId();
    try {
      var sentence = action.apply(attemptId);
      return visit.isScript()
          ? Html.said(sentence)
          : Route.Response.seeOther(address(taskId, attemptId));
    } catch (ToolFailure failure) {
      return refused(visit, Chosen.attempt(taskId, attemptId), place, failure);
    }
  }

  /** The page with a sentence where something was sent that was not done. */
  public Route.Response refused(
      Visit visit, Chosen chosen, Problem.Place place, ToolFailure failure) {
    if (visit.isScript()) {
      throw failure;
    }
    var typed = visit.form().text(place == Problem.Place.BUDGET ? "budget" : "prompt");
    var problem = new Problem(place, AttemptWords.of(Sentences.of(failure)), typed, visit.form());
    return find(Optional.of(chosen.taskId()))
        .map(task -> show(visit, 422, task, chosen.attemptId(), Optional.of(problem)))
        .orElseGet(() -> gone(visit));
  }

  private Optional<BoardTaskOverview> find(Optional<UUID> taskId) {
    try {
      return taskId.map(orchestrator.board()::loadTask);
    } catch (ToolFailure failure) {
      if (failure.code().equals(FailureCode.NOT_FOUND)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private Route.Response gone(Visit visit) {
    var frame = frames.frame(visit, Frame.Place.NONE, "No such task");
    var deleted =
        new DeletionWords(orchestrator)
            .findSentence(visit)
            .orElse("Somebody deleted it, or the address is wrong.");
    return Html.message(
        404,
        frame,
        "This task is not here",
        deleted
            + " What you typed for it is kept in this browser. Go back to the board and open"
            + " another one.",
        TypedText.of(visit.form()));
  }

  private static ToolFailure noSuchAttempt() {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "This task has no such attempt",
        "Go back to the board and open the task from there");
  }

  private Route.Response show(
      Visit visit,
      int status,
      BoardTaskOverview task,
      Optional<UUID> wanted,
      Optional<Problem> problem) {
    var all = statuses(task.task().id());
    var merges = orchestrator.merges().listDone(task.task().id());
    var chosen =
        wanted.isEmpty()
            ? all.stream().findFirst()
            : all.stream().filter(it -> wanted.get().equals(it.attempt().id())).findFirst();
    if (wanted.isPresent() && chosen.isEmpty()) {
      throw noSuchAttempt();
    }
    var shown = Shown.of(visit.query().text("view"));
    var before = visit.query().find("before").flatMap(EntryPages::index);
    var view =
        new TaskView(
            text(task),
            neighbours(task),
            tiles(all, merges, chosen),
            chosen.map(
                it -> attempts.of(it, merges, new Part(shown, before, visit.request().owner()))),
            shown,
            problem,
            KeptWork.of(visit),
            orchestrator.images().listOfTask(task.task().id()),
            orchestrator.comments().countDrafts(task.task().id()));
    var frame =
        frames.frame(visit, Frame.Place.BOARD, view.text().title(), task.task().projectId());
    return Html.page(
        status, out -> JtetaskGenerated.render(out, Html.PLAIN, frame, view, NOTHING, NOTHING));
  }

  private TaskView.Text text(BoardTaskOverview task) {
    return TaskView.Text.of(
        task,
        orchestrator.autoStarts().findHold(task).orElse(""),
        orchestrator.costs().budgets(task.task().id()),
        orchestrator.costs().findObstacle(task.task().id()).isEmpty());
  }

  private NeighboursView neighbours(BoardTaskOverview task) {
    return NeighboursView.of(
        orchestrator.board().neighbours(task.task().id()), task.task().projectId());
  }

  /** How all attempts stand, newest first. */
  private List<AttemptStatus> statuses(UUID taskId) {
    return orchestrator.attempts().list(taskId).stream()
        .map(AttemptOverview::attemptId)
        .map(id -> orchestrator.attempts().status(StatusQuery.now(id)))
        .toList();
  }

  private static List<TileView> tiles(
      List<AttemptStatus> all, List<DoneMerge> merges, Optional<AttemptStatus> chosen) {
    var tiles = new ArrayList<TileView>();
    for (var status : all) {
      tiles.add(
          TileView.of(
              status,
              AttemptViews.of(status, merges),
              all.size() - tiles.size(),
              chosen.equals(Optional.of(status))));
    }
    return tiles;
  }
}
