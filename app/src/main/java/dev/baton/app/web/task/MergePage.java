package dev.baton.app.web.task;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Attempts.StatusQuery;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.merge.MergePreview;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The form that brings an attempt home: how, with which words, and what will happen. */
public final class MergePage {
  /**
   * What the form shows.
   *
   * @param facts what will happen, for each repository
   * @param isFailed true if the last turn failed, which has to be said yes to
   */
  record MergeView(
      UUID attemptId,
      UUID taskId,
      String targets,
      String message,
      List<Fact> facts,
      List<Hindrance> hindrances,
      boolean isRunning,
      boolean isFailed) {
    /** True if there is nothing that would have to be mended first. */
    boolean isPossible() {
      return !isRunning && hindrances.isEmpty();
    }
  }

  /** A line of what will happen. */
  record Fact(String symbol, String words) {}

  /** Why it cannot be merged now, the files, and the way out. */
  record Hindrance(String problem, List<String> files, String remedy) {}

  private final Orchestrator orchestrator;
  private final Frames frames;

  public MergePage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  public Route.Response show(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var attempt = orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt();
    var task = orchestrator.board().loadTask(attempt.taskId()).task();
    var previews = orchestrator.merges().preview(attemptId);
    var view =
        new MergeView(
            attemptId,
            task.id(),
            String.join(
                ", ", previews.stream().map(MergePreview::targetBranch).distinct().toList()),
            task.promptText(),
            facts(previews),
            hindrances(previews),
            attempt.isRunning(),
            attempt.state().failureSummary().isPresent());
    var frame = frames.frame(visit, Frame.Place.BOARD, "Merge", task.projectId());
    return Html.page(out -> JtemergeformGenerated.render(out, Html.PLAIN, frame, view));
  }

  private static List<Fact> facts(List<MergePreview> previews) {
    var facts = new ArrayList<Fact>();
    for (var preview : previews) {
      var where = previews.size() == 1 ? "" : VisibleText.of(preview.repoName()) + ": ";
      var target = VisibleText.of(preview.targetBranch());
      if (preview.uncommitted() > 0) {
        facts.add(
            new Fact(
                "check",
                "%s%s not committed; that is done first"
                    .formatted(where, counted(preview.uncommitted(), "file is", "files are"))));
      }
      facts.add(
          preview.ahead() == 0 && preview.uncommitted() == 0
              ? new Fact("behind", where + "There is nothing that %s has not".formatted(target))
              : new Fact(
                  "check",
                  "%s%s into %s"
                      .formatted(where, counted(preview.ahead(), "commit", "commits"), target)));
      if (preview.conflicts().isEmpty()) {
        facts.add(
            new Fact(
                "check",
                where
                    + (preview.behind() == 0
                        ? "No conflicts, up to date with " + target
                        : "No conflicts, %s behind %s"
                            .formatted(counted(preview.behind(), "commit", "commits"), target))));
      }
    }
    facts.add(new Fact("check", "The task is done afterwards"));
    return facts;
  }

  private static List<Hindrance> hindrances(List<MergePreview> previews) {
    var hindrances = new ArrayList<Hindrance>();
    for (var preview : previews) {
      if (!preview.conflicts().isEmpty()) {
        hindrances.add(
            new Hindrance(
                "Conflicts with %s in %s"
                    .formatted(
                        VisibleText.of(preview.targetBranch()),
                        counted(preview.conflicts().size(), "file", "files")),
                visible(preview.conflicts()),
                "Ask the agent in a follow-up to merge %s and to resolve them"
                    .formatted(VisibleText.of(preview.targetBranch()))));
      }
      for (var obstacle : preview.obstacles()) {
        hindrances.add(
            new Hindrance(
                VisibleText.of(obstacle.problem()),
                visible(obstacle.files()),
                VisibleText.of(obstacle.remedy().replace(", then call merge_attempt again", ""))));
      }
    }
    return hindrances;
  }

  private static List<String> visible(List<String> files) {
    return files.stream().map(VisibleText::of).toList();
  }

  private static String counted(long count, String one, String many) {
    return "%d %s".formatted(count, count == 1 ? one : many);
  }
}
