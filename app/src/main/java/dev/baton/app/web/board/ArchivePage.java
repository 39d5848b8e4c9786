package dev.baton.app.web.board;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.planning.Projects.ProjectWithRepos;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows what was taken off the board, and puts it back. */
public final class ArchivePage {
  private static final int TASKS = 100;

  /**
   * What the page shows.
   *
   * @param address of this page, for the forms that come back to it
   * @param older where those are that no longer fit; empty at the end
   * @param together the time at which the column of what is done was just cleared
   */
  record ArchiveView(
      String address,
      String query,
      List<TaskLine> tasks,
      Optional<String> older,
      List<ProjectLine> projects,
      Optional<Instant> together) {}

  /**
   * A task that is not on the board.
   *
   * @param place its column, and whether its agent is at work all the same
   */
  record TaskLine(UUID id, String name, String title, String place, Instant since, String age) {}

  /** A project that is not on the board. */
  record ProjectLine(UUID id, String name) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final Clock clock;

  public ArchivePage(Orchestrator orchestrator, Frames frames, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.clock = clock;
  }

  public Route.Response show(Visit visit) {
    var query = visit.query();
    var project = query.find("project").flatMap(Visit::id);
    var frame =
        project
            .map(id -> frames.frame(visit, Frame.Place.BOARD, "Archive", id))
            .orElseGet(() -> frames.frame(visit, Frame.Place.BOARD, "Archive"));
    var words = query.text("q").strip();
    var filter = filter(frame.project().map(Project::id), words);
    var page =
        orchestrator
            .board()
            .listTasks(
                new BoardTaskQuery(
                    filter,
                    BoardTaskOrder.NEWEST,
                    new PageRequest(
                        PageLimit.items(TASKS), query.find("cursor"), "archive " + filter)),
                PageView.<BoardTaskOverview>plain());
    var names =
        frame.projects().stream().collect(Collectors.toMap(Project::id, Function.identity()));
    var address =
        "/archive?project=%s&q=%s"
            .formatted(frame.project().map(it -> it.id().toString()).orElse(""), encoded(words));
    var view =
        new ArchiveView(
            address,
            words,
            page.items().stream().map(it -> line(it, names)).toList(),
            page.nextCursor().map(cursor -> address + "&cursor=" + encoded(cursor)),
            frame.project().isPresent() ? List.of() : projects(),
            time(query.text("at")));
    return Html.page(out -> JtearchiveGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** A time as forms and addresses tell it; empty if it is not one. */
  static Optional<Instant> time(String millis) {
    return millis.matches("[0-9]{1,15}")
        ? Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)))
        : Optional.empty();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static BoardTaskFilter filter(Optional<UUID> project, String words) {
    return new BoardTaskFilter(
        project,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Stream.of(words.split("\\s+")).filter(word -> !word.isEmpty()).toList(),
        true);
  }

  private TaskLine line(BoardTaskOverview overview, Map<UUID, Project> projects) {
    var task = overview.task();
    var since = task.archivedAt().orElse(task.updatedAt());
    var project = Optional.ofNullable(projects.get(task.projectId())).map(Project::name);
    return new TaskLine(
        task.id(),
        VisibleText.of(project.orElse("")) + "#" + task.number(),
        VisibleText.of(task.title()),
        Columns.name(task.status())
            + (overview.hasInProgressAttempt() ? " · " + BoardPage.STILL_AT_WORK : ""),
        since,
        Ages.since(since, clock.instant()));
  }

  private List<ProjectLine> projects() {
    return orchestrator
        .projects()
        .list(PageRequest.first(PageLimit.items(TASKS)), true, PageView.<ProjectWithRepos>plain())
        .items()
        .stream()
        .map(it -> new ProjectLine(it.project().id(), VisibleText.of(it.project().name())))
        .toList();
  }
}
