package dev.baton.app.web.needs;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.Choices;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.Need;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What waits for a person, over all projects, oldest first. */
public final class NeedsYouPage {
  private static final int MOST_ROWS = 100;

  /**
   * What the page shows.
   *
   * @param words how much waits where
   * @param atWork what can be said when nothing waits
   */
  record NeedsYouView(String words, List<NeedView> rows, String atWork, Optional<String> more) {
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
    var frame = frames.frame(visit, Frame.Place.NEEDS_YOU, "Needs you");
    var needs = orchestrator.needsYou().list(MOST_ROWS);
    var now = clock.instant();
    var view =
        new NeedsYouView(
            words(frame.needsYou(), needs),
            needs.stream().map(need -> row(need, now)).toList(),
            atWork(),
            frame.needsYou() > MOST_ROWS
                ? Optional.of(
                    "These are the oldest %d of %d.".formatted(MOST_ROWS, frame.needsYou()))
                : Optional.empty());
    return Html.page(out -> JteneedsyouGenerated.render(out, Html.PLAIN, frame, view));
  }

  private NeedView row(Need need, Instant now) {
    return NeedView.of(
        need, question -> Choices.find(orchestrator, need.attemptId(), question.toolName()), now);
  }

  private static String words(long count, List<Need> needs) {
    var projects = needs.stream().map(Need::projectId).distinct().count();
    var where =
        projects == 1
            ? VisibleText.of(needs.getFirst().project())
            : "%d projects".formatted(projects);
    return count == 0 ? "" : "%d in %s, oldest first".formatted(count, where);
  }

  private String atWork() {
    var running =
        orchestrator.board().counts().attempts().getOrDefault(AttemptState.Name.RUNNING, 0L);
    if (running == 0) {
      return "No agent is at work.";
    }
    return running == 1 ? "1 agent is at work." : running + " agents are at work.";
  }
}
