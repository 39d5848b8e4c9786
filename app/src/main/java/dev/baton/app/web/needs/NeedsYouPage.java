package dev.baton.app.web.needs;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Need;
import dev.baton.orchestrator.cost.Budget;
import dev.baton.workflow.internal.record.Sentence;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Lists what waits for a person, over all projects, oldest first. */
public final class NeedsYouPage {
  private static final int MOST_ROWS = 100;

  /**
   * What the page shows.
   *
   * @param words how much waits where
   * @param atWork what can be said when nothing waits
   * @param allowed what was allowed just now, and when it begins
   * @param problem why something was not done that waits no more
   */
  record NeedsYouView(
      String words,
      List<NeedView> rows,
      String atWork,
      Optional<String> more,
      Optional<String> allowed,
      Optional<String> problem) {
    boolean hasQuestion() {
      return rows.stream().anyMatch(row -> row.question().isPresent());
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final Clock clock;

  public NeedsYouPage(Orchestrator orchestrator, Frames frames, Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.clock = clock;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, rows(), Optional.empty());
  }

  /**
   * The page with a sentence where something was asked for that was not done.
   *
   * @param matter the approval or the attempt that it was asked for
   */
  public Route.Response refused(Visit visit, UUID matter, ToolFailure failure) {
    var sentence = Sentences.of(failure);
    var rows = rows();
    return rows.stream().anyMatch(row -> row.isAbout(matter))
        ? show(
            visit,
            422,
            rows.stream()
                .map(row -> row.isAbout(matter) ? row.withProblem(sentence) : row)
                .toList(),
            Optional.empty())
        : show(visit, 422, rows, Optional.of(sentence));
  }

  /** Everything that waits, oldest first. */
  private List<NeedView> rows() {
    var now = clock.instant();
    var needs = orchestrator.needsYou();
    return Stream.of(
            needs.list(MOST_ROWS).stream().map(need -> row(need, now)),
            needs.listPaused(MOST_ROWS).stream().map(paused -> NeedView.of(paused, now)),
            needs.listUnstarted(MOST_ROWS).stream().map(task -> NeedView.of(task, now)))
        .flatMap(it -> it)
        .sorted(Comparator.comparing((NeedView row) -> row.subject().since()))
        .limit(MOST_ROWS)
        .toList();
  }

  private Route.Response show(
      Visit visit, int status, List<NeedView> rows, Optional<String> problem) {
    var frame = frames.frame(visit, Frame.Place.NEEDS_YOU, "Needs you");
    var view =
        new NeedsYouView(
            words(frame, rows),
            rows,
            atWork(),
            frame.needsYou() > MOST_ROWS
                ? Optional.of(
                    "These are the oldest %d of %s.".formatted(MOST_ROWS, frame.needsYouText()))
                : Optional.empty(),
            visit.query().find("allowed").flatMap(Visit::id).flatMap(this::allowed),
            problem);
    return Html.page(status, out -> JteneedsyouGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** The note that one turn of a task may begin; empty if there is no such task any more. */
  private Optional<String> allowed(UUID taskId) {
    try {
      var task = orchestrator.board().loadTask(taskId).task();
      var isAhead =
          orchestrator.costs().budgets(taskId).stream().anyMatch(Budget::isExceeded)
              && orchestrator.costs().findObstacle(taskId).isEmpty();
      return Optional.of(
          "One more turn of %s %s."
              .formatted(
                  VisibleText.line(task.title()),
                  isAhead ? "is allowed, and begins when its turn comes" : "was allowed"));
    } catch (ToolFailure failure) {
      if (failure.code().equals(FailureCode.NOT_FOUND)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private NeedView row(Need need, Instant now) {
    return NeedView.of(
        need, question -> Choices.find(orchestrator, need.attemptId(), question.toolName()), now);
  }

  private static String words(Frame frame, List<NeedView> rows) {
    // why not by their names: two projects may have the same
    var projects = rows.stream().map(row -> row.subject().projectId()).distinct().count();
    var where =
        projects == 1 ? rows.getFirst().subject().project() : "%d projects".formatted(projects);
    return frame.needsYou() == 0
        ? ""
        : "%s in %s, oldest first".formatted(frame.needsYouText(), where);
  }

  private String atWork() {
    var running =
        orchestrator.board().counts().attempts().getOrDefault(AttemptState.Name.RUNNING, 0L);
    if (running == 0) {
      return "No agent is at work.";
    }
    return Sentence.counted(running, "agent is", "agents are") + " at work.";
  }
}
