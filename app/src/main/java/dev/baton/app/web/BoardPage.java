package dev.baton.app.web;

import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Board.BoardTaskChange;
import dev.baton.orchestrator.Board.BoardTaskQuery;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The board: a column per status, over one project or over all. */
final class BoardPage {
  private static final int CARDS = 50;

  /** What the page shows. */
  record BoardView(List<ColumnView> columns) {}

  /** A column with the cards at its top. */
  record ColumnView(
      BoardTaskStatus status, String name, long count, List<CardView> cards, boolean isFolded) {
    String id() {
      return status.wireName();
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final BeginPage begin;
  private final Clock clock;

  BoardPage(Orchestrator orchestrator, Frames frames, BeginPage begin, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.begin = begin;
    this.clock = clock;
  }

  Route.Response showAll(Visit visit) {
    var frame = frames.frame(visit, Frame.Place.BOARD, "Board", Optional.empty());
    if (frame.projects().isEmpty()) {
      return begin.show(visit);
    }
    return show(frame, frame.projects().getFirst().id());
  }

  Route.Response show(Visit visit) {
    var project = visit.findId("project");
    var frame = frames.frame(visit, Frame.Place.BOARD, "Board", project);
    if (project.isEmpty() || frame.project().isEmpty()) {
      return Html.page(
          404,
          out ->
              JtemessageGenerated.render(
                  out,
                  null,
                  frame,
                  "There is no such project",
                  "It may have been archived. The menu beside the name lists those that are there."));
    }
    return show(frame, project.get());
  }

  private Route.Response show(Frame frame, UUID projectId) {
    var columns =
        Stream.of(BoardTaskStatus.values()).map(status -> column(projectId, status)).toList();
    return Html.page(out -> JteboardGenerated.render(out, null, frame, new BoardView(columns)));
  }

  private ColumnView column(UUID projectId, BoardTaskStatus status) {
    var tasks =
        orchestrator
            .board()
            .listTasks(
                new BoardTaskQuery(
                    projectId, Optional.of(status), PageRequest.first(PageLimit.items(CARDS))),
                PageView.<BoardTaskOverview>plain())
            .items();
    var now = clock.instant();
    var cards =
        orchestrator.cards().of(tasks).stream().map(card -> CardView.of(card, now)).toList();
    return new ColumnView(
        status, Columns.name(status), cards.size(), cards, status == BoardTaskStatus.CANCELLED);
  }

  Route.Response move(Visit visit) {
    var task = visit.findId("task").orElseThrow();
    var status = Columns.status(visit.form().text("status"));
    var moved =
        orchestrator
            .board()
            .changeTask(
                new BoardTaskChange(task, Optional.empty(), Optional.empty(), Optional.of(status)));
    return visit.isScript()
        ? Html.said(
            "%s moved to %s".formatted(VisibleText.of(moved.task().title()), Columns.name(status)))
        : Route.Response.seeOther("/projects/" + moved.task().projectId());
  }
}
