package dev.baton.app.web.board;

import dev.baton.app.web.board.BoardChoices.ChoiceView;
import dev.baton.app.web.board.PullView.PausedView;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.BudgetView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.PositionKey;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.planning.Cards.Activity;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The board: a column per status, over one project or over all. */
public final class BoardPage {
  /** How many cards a column shows at first, and how many more at a time. */
  static final int CARDS = 50;

  /** What is said of a task that is out of sight while its agent goes on. */
  static final String STILL_AT_WORK = "its agent is still at work";

  /**
   * What the page shows.
   *
   * @param address of the board without filters
   * @param query the filter, as scripts tell it to the server
   * @param choices by which it can be filtered
   * @param costToday empty if no agent told
   * @param budgets those that are used up; if none is, the one that is used most
   * @param pull how the project takes tasks by itself, if it does
   * @param paused projects that take none any more, where all projects are shown
   * @param started the task that the reader has just started
   */
  record BoardView(
      String address,
      String query,
      BoardFilter filter,
      List<ChoiceView> choices,
      List<ColumnView> columns,
      Activity activity,
      Optional<String> costToday,
      List<BudgetView> budgets,
      Optional<PullView> pull,
      List<PausedView> paused,
      Optional<StartedView> started) {
    /** How many tasks the filter lets through. */
    long count() {
      return columns.stream().mapToLong(ColumnView::count).sum();
    }

    /** The board with all its tasks, and as many cards of each column. */
    String cleared() {
      return filter.cleared().address(address);
    }
  }

  /**
   * A column with the cards at its top.
   *
   * @param nothing what it says where it has no card
   */
  record ColumnView(
      BoardTaskStatus status,
      String name,
      long count,
      List<CardView> cards,
      String moreAddress,
      String nothing) {
    String id() {
      return status.wireName();
    }

    boolean isFolded() {
      return status == BoardTaskStatus.CANCELLED;
    }

    /** How many cards come next; none at the end of the column. */
    long more() {
      return Math.min(CARDS, count - cards.size());
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final BeginPage begin;
  private final Clock clock;

  public BoardPage(Orchestrator orchestrator, Frames frames, BeginPage begin, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.begin = begin;
    this.clock = clock;
  }

  public Route.Response showAll(Visit visit) {
    var frame = frames.frame(visit, Frame.Place.BOARD, "Board");
    return frame.projects().isEmpty() ? begin.show(visit) : show(visit, frame);
  }

  public Route.Response show(Visit visit) {
    var project = visit.findId("project");
    var frame =
        project
            .map(id -> frames.frame(visit, Frame.Place.BOARD, "Board", id))
            .orElseGet(() -> frames.frame(visit, Frame.Place.BOARD, "Board"));
    if (frame.project().isEmpty()) {
      return Html.message(
          404,
          frame,
          "There is no such project",
          "It may have been archived. The menu beside the name lists those that are there.");
    }
    return show(visit, frame);
  }

  private Route.Response show(Visit visit, Frame frame) {
    var address = frame.boardAddress();
    var asked = BoardFilter.of(visit.query());
    // why: the path names the project already
    var filter = frame.project().isPresent() ? asked.without("project") : asked;
    var tasks = frame.project().map(it -> tasks(filter, it)).orElseGet(filter::toTasks);
    var counts = orchestrator.board().countByStatus(tasks);
    var columns =
        Stream.of(BoardTaskStatus.values())
            .map(status -> column(filter, tasks, status, counts, frame))
            .toList();
    var activity =
        tasks
            .projectId()
            .map(orchestrator.cards()::activity)
            .orElseGet(orchestrator.cards()::activity);
    var view =
        new BoardView(
            address,
            frame
                .project()
                .map(it -> filter.with("project", it.id().toString()))
                .orElse(filter)
                .address(""),
            filter,
            new BoardChoices(orchestrator, frame, filter).list(),
            columns,
            activity,
            CardView.money(activity.today()),
            budgets(activity.budgets()),
            frame
                .project()
                .flatMap(it -> orchestrator.projects().load(it.id()).pull())
                .flatMap(PullView::of),
            frame.project().isPresent() ? List.of() : paused(),
            StartedView.find(orchestrator.board(), visit.query()));
    return Html.page(out -> JteboardGenerated.render(out, Html.PLAIN, frame, view));
  }

  private static List<BudgetView> budgets(List<Budget> all) {
    var most = all.stream().max(Comparator.comparing(Budget::level)).filter(it -> !it.isExceeded());
    return (most.isPresent() ? most.stream() : all.stream().filter(Budget::isExceeded))
        .map(BudgetView::of)
        .toList();
  }

  private List<PausedView> paused() {
    return orchestrator.autoStarts().listPaused().stream()
        .flatMap(project -> PausedView.of(project).stream())
        .toList();
  }

  private ColumnView column(
      BoardFilter filter,
      BoardTaskFilter tasks,
      BoardTaskStatus status,
      Map<BoardTaskStatus, Long> counts,
      Frame frame) {
    // why: what is folded is read when somebody unfolds it
    var isFolded = status == BoardTaskStatus.CANCELLED && filter.findCards(status).isEmpty();
    var cards =
        isFolded
            ? List.<CardView>of()
            : cards(tasks.in(status), filter.findCards(status).orElse(CARDS), names(frame));
    return new ColumnView(
        status,
        Columns.name(status),
        counts.getOrDefault(status, 0L),
        cards,
        "%s#%s"
            .formatted(
                filter.withCards(status, cards.size() + CARDS).address(frame.boardAddress()),
                status.wireName()),
        filter.isSet() ? Columns.nothingFits(counts) : Columns.nothing(status));
  }

  /** The projects by which cards are told apart; none where all are of the same one. */
  private static Map<UUID, String> names(Frame frame) {
    return frame.project().isPresent()
        ? Map.of()
        : frame.projects().stream().collect(Collectors.toMap(Project::id, Project::name));
  }

  private static BoardTaskFilter tasks(BoardFilter filter, Project project) {
    return filter.toTasks().ofProject(project.id());
  }

  private List<CardView> cards(BoardTaskFilter filter, int most, Map<UUID, String> projects) {
    var tasks =
        orchestrator
            .board()
            .listTasks(
                new BoardTaskQuery(
                    filter, BoardTaskOrder.POSITION, PageRequest.first(PageLimit.items(most))),
                PageView.<BoardTaskOverview>plain())
            .items();
    var now = clock.instant();
    return orchestrator.cards().of(tasks).stream()
        .map(
            card ->
                CardView.of(card, projects.getOrDefault(card.task().task().projectId(), ""), now))
        .toList();
  }

  /** Lets a project take tasks again after a pause. */
  public Route.Response resume(Visit visit) {
    var project = visit.requireId("project");
    var ignored =
        orchestrator
            .autoStarts()
            .change(new PullChange(project, Optional.empty(), Optional.of(false)));
    return Route.Response.seeOther(visit.back().orElse("/projects/" + project));
  }

  public Route.Response move(Visit visit) {
    var form = visit.form();
    var status = Columns.status(form.text("status"));
    var column = BoardTaskChange.of(visit.requireId("task")).withStatus(status);
    var change = placement(visit).map(column::withPlacement).orElse(column);
    var before = orchestrator.board().loadTask(change.taskId()).task();
    var moved =
        form.find("seen")
            .map(seen -> orchestrator.board().moveBack(change, seen))
            .orElseGet(() -> orchestrator.board().changeTask(change));
    var sentence =
        "%s moved to %s%s"
            .formatted(
                VisibleText.of(moved.task().title()), Columns.name(status), spot(visit, moved));
    return visit.isScript()
        ? Html.said(sentence, undo(before, moved.task()))
        : done(visit, sentence, moved);
  }

  /** The place of a card among those that the reader sees. */
  private String spot(Visit visit, BoardTaskOverview moved) {
    var spot =
        orchestrator.board().findSpot(moved.task().id(), BoardFilter.of(visit.query()).toTasks());
    return spot.number() == 0 ? "" : ", %d of %d".formatted(spot.number(), spot.count());
  }

  /** The form that takes a move back, unless the card was moved again after it. */
  private static ObjectNode undo(BoardTask before, BoardTask moved) {
    return Json.object()
        .put("status", before.status().wireName())
        .put("near", before.position().text())
        .put("seen", moved.place());
  }

  /** Where the card shall stand in its column. */
  private static Optional<Placement> placement(Visit visit) {
    var form = visit.form();
    if (form.has("top")) {
      return Optional.of(new Placement.Top());
    }
    if (form.has("bottom")) {
      return Optional.of(new Placement.Bottom());
    }
    return visit
        .findHidden("before")
        .<Placement>map(Placement.Before::new)
        .or(() -> visit.findHidden("after").map(Placement.After::new))
        .or(() -> form.find("near").map(PositionKey::new).map(Placement.Near::new));
  }

  public Route.Response archive(Visit visit) {
    var archived = visit.isTrue("archived", true);
    var task = orchestrator.board().archiveTask(visit.requireId("task"), archived);
    return done(
        visit,
        "%s %s%s"
            .formatted(
                VisibleText.of(task.task().title()),
                archived ? "archived" : "is back on the board",
                archived && task.hasInProgressAttempt() ? ", " + STILL_AT_WORK : ""),
        task);
  }

  /** Clears the column of what is done. */
  public Route.Response archiveDone(Visit visit) {
    var project = visit.findHidden("project");
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var count = orchestrator.board().archiveDone(new DoneTasks(now, project), now);
    if (visit.isScript()) {
      return Html.said(
          Sentence.counted(count, "task") + " archived",
          Json.object().put("at", String.valueOf(now.toEpochMilli())));
    }
    return Route.Response.seeOther(
        "/archive?project=%s&at=%d"
            .formatted(project.map(UUID::toString).orElse(""), now.toEpochMilli()));
  }

  /** Puts back what was archived together. */
  public Route.Response putBack(Visit visit) {
    var at = visit.form().text("at");
    var count =
        orchestrator
            .board()
            .putBack(ArchivePage.time(at).orElseThrow(() -> Visit.foreign("at", at)));
    var project = visit.findHidden("project");
    return visit.isScript()
        ? Html.said(count == 1 ? "1 task is back on the board" : count + " tasks are back")
        : Route.Response.seeOther(project.map(id -> "/projects/" + id).orElse("/"));
  }

  private static Route.Response done(Visit visit, String sentence, BoardTaskOverview task) {
    return visit.isScript()
        ? Html.said(sentence)
        : Route.Response.seeOther(visit.back().orElse("/projects/" + task.task().projectId()));
  }
}
