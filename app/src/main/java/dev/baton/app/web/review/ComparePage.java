package dev.baton.app.web.review;

import dev.baton.app.web.board.CardView;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.OneTaskPage;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedChanges;
import dev.baton.orchestrator.review.ChangeScope;
import gg.jte.html.HtmlTemplateOutput;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Two attempts at a task side by side: their figures, and the same file of both. The one on the
 * right is the chosen one of the task's page, which is around them.
 */
public final class ComparePage {
  private static final int FILES = 100;

  /** One of the attempts. */
  record Half(
      UUID id,
      String name,
      String state,
      int files,
      long added,
      long deleted,
      String cost,
      String time) {
    String filesCounted() {
      return Plurals.of(files, "file");
    }
  }

  /**
   * A file that one or both have changed.
   *
   * @param sources where the differences are; empty for an attempt that left it as it was
   */
  record File(String shown, List<Optional<FileView>> sources) {}

  /** The page. */
  record CompareView(UUID taskId, List<Half> halves, List<Half> all, List<File> files, int left) {}

  private final Orchestrator orchestrator;
  private final OneTaskPage page;
  private final Clock clock;

  public ComparePage(Orchestrator orchestrator, OneTaskPage page, Clock clock) {
    this.orchestrator = orchestrator;
    this.page = page;
    this.clock = clock;
  }

  public Route.Response show(Visit visit) {
    var task = orchestrator.board().loadTask(visit.requireId("task")).task();
    var attempts = orchestrator.attempts().list(task.id());
    if (attempts.size() < 2) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "This task has no two attempts to compare",
          "Start another attempt first");
    }
    var numbers = new LinkedHashMap<UUID, Integer>();
    attempts.forEach(it -> numbers.put(it.attemptId(), attempts.size() - numbers.size()));
    var right = chosen(visit, "b", attempts).orElse(attempts.getFirst().attemptId());
    var left = chosen(visit, "a", attempts).orElseGet(() -> newestBut(right, attempts));
    var chosen = List.of(left, right);
    var places = chosen.stream().map(ComparePage::place).toList();
    var changes =
        places.stream().map(place -> orchestrator.reviews().changes(place.query(visit))).toList();
    var files = files(places, changes);
    var view =
        new CompareView(
            task.id(),
            List.of(
                half(chosen.get(0), numbers, changes.get(0)),
                half(chosen.get(1), numbers, changes.get(1))),
            attempts.stream().map(it -> name(it.attemptId(), numbers)).toList(),
            files.stream().limit(FILES).toList(),
            Math.max(0, files.size() - FILES));
    return page.aroundCompared(
        visit,
        right,
        out -> JtecompareGenerated.render((HtmlTemplateOutput) out, Html.PLAIN, view));
  }

  private static Optional<UUID> chosen(Visit visit, String name, List<AttemptOverview> attempts) {
    return visit
        .query()
        .find(name)
        .flatMap(Visit::id)
        .filter(id -> attempts.stream().anyMatch(it -> it.attemptId().equals(id)));
  }

  private static UUID newestBut(UUID other, List<AttemptOverview> attempts) {
    return attempts.stream()
        .map(AttemptOverview::attemptId)
        .filter(id -> !id.equals(other))
        .findFirst()
        .orElseThrow();
  }

  private static ReviewPlace place(UUID attemptId) {
    return new ReviewPlace(attemptId, ChangeScope.EVERYTHING, ReviewSettings.COLUMN);
  }

  private static List<File> files(List<ReviewPlace> places, List<ReviewedChanges> changes) {
    var views = new TreeMap<String, List<Optional<FileView>>>();
    for (var i = 0; i < places.size(); i++) {
      for (var file : changes.get(i).files()) {
        views
            .computeIfAbsent(
                file.change().path(),
                _ -> new ArrayList<>(List.of(Optional.empty(), Optional.empty())))
            .set(i, Optional.of(FileView.of(places.get(i), file, List.of())));
      }
    }
    return views.entrySet().stream()
        .map(entry -> new File(VisibleText.of(entry.getKey()), entry.getValue()))
        .toList();
  }

  private Half name(UUID id, Map<UUID, Integer> numbers) {
    var status = orchestrator.attempts().status(StatusQuery.now(id));
    return new Half(
        id,
        "%d · %s"
            .formatted(numbers.getOrDefault(id, 0), AgentNames.of(status.attempt().executor())),
        VisibleText.line(status.attempt().state().name().wireName()),
        0,
        0,
        0,
        status.usage().flatMap(CardView::money).orElse("unknown"),
        time(id));
  }

  private Half half(UUID id, Map<UUID, Integer> numbers, ReviewedChanges changes) {
    var name = name(id, numbers);
    return new Half(
        id,
        name.name,
        name.state,
        changes.summary().fileCount(),
        changes.summary().added(),
        changes.summary().deleted(),
        name.cost,
        name.time);
  }

  /** How long its programs ran. */
  private String time(UUID id) {
    var now = clock.instant();
    var spent = Duration.ZERO;
    for (ExecutionProcess process : orchestrator.attempts().processes(id)) {
      spent = spent.plus(Duration.between(process.startedAt(), process.endedAt().orElse(now)));
    }
    return Ages.span(spent);
  }
}
