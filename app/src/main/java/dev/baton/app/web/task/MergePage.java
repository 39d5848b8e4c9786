package dev.baton.app.web.task;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.ApprovalRoute.RefusedInList;
import dev.baton.app.web.task.MergeFacts.Fact;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.merge.MergePreview;
import dev.baton.orchestrator.merge.MergePreview.Obstacle;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** The forms that bring an attempt home, or up to date with where it will go. */
public final class MergePage {
  /**
   * What the form shows.
   *
   * @param facts what will happen, for each repository; none where it cannot be merged
   * @param hasWork true if there is something to merge
   * @param isMergeable true if no conflict and no checkout is in the way
   * @param isDone true if the task is done already
   * @param unfinished how the last turn ended if not well, which has to be said yes to
   * @param andDrafts the comments that go with the attempt if it is deleted afterwards
   */
  record MergeView(
      UUID attemptId,
      UUID taskId,
      String targets,
      String message,
      List<Fact> facts,
      List<Hindrance> hindrances,
      boolean hasWork,
      boolean isMergeable,
      boolean isDone,
      boolean isRunning,
      Optional<String> unfinished,
      String andDrafts,
      UpdateView update) {
    /** True if there is nothing that would have to be mended first, and something would happen. */
    boolean isPossible() {
      return !isRunning && isMergeable && (hasWork || !isDone);
    }

    /** What its button does. */
    String verb() {
      return hasWork ? "Merge into " + targets : "Move to Done";
    }
  }

  /**
   * The form that brings the attempt up to date.
   *
   * @param isOffered true if a target has news
   * @param hasConflicts true if the agent can be asked to resolve something
   * @param isMerge true if a merge was chosen, which is not the usual way
   * @param repos those of the attempt, if it has several
   * @param targetBranch another target that was asked for
   * @param isDone true if it was brought up to date just now
   * @param keptRefs keep the work as it was before
   * @param isBeside true if it stands on the page of the task
   * @param problem why it was not done
   */
  record UpdateView(
      boolean isOffered,
      boolean hasConflicts,
      boolean isMerge,
      List<AttemptRepo> repos,
      String targetBranch,
      boolean isDone,
      List<String> keptRefs,
      boolean isBeside,
      Optional<String> problem) {}

  /** Why it cannot be merged now, the files, and the way out. */
  record Hindrance(String problem, List<String> files, String remedy) {}

  /** Files of a repository that the attempt and its target have changed in ways that do not fit. */
  private record Conflict(String repoName, String targetBranch, List<String> files) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final OneTaskPage page;
  private final RefusedInList list;

  public MergePage(Orchestrator orchestrator, Frames frames, OneTaskPage page, RefusedInList list) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.page = page;
    this.list = list;
  }

  public Route.Response show(Visit visit) {
    return show(visit, Optional.empty(), List.of());
  }

  /** Brings the attempt up to date; conflicts are shown with their files, and nothing is done. */
  public Route.Response update(Visit visit) {
    var request =
        new UpdateRequest(
            visit.requireId("attempt"),
            visit.findHidden("repo"),
            visit.form().find("target_branch").map(String::strip),
            isMerge(visit) ? UpdateStrategy.MERGE : UpdateStrategy.REBASE,
            visit.form().has("resolve"));
    try {
      return answer(visit, orchestrator.updates().update(request));
    } catch (ToolFailure failure) {
      return refused(visit, failure);
    }
  }

  /** Says it where it was asked for: in the list of what waits, beside the task, or here. */
  private Route.Response refused(Visit visit, ToolFailure failure) {
    if (visit.isScript()) {
      throw failure;
    }
    var attemptId = visit.requireId("attempt");
    if (visit.back().equals(Optional.of("/needs-you"))) {
      return list.show(visit, attemptId, failure);
    }
    if (visit.form().has("beside") && visit.form().has("resolve")) {
      var taskId = orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt().taskId();
      return page.refused(visit, Chosen.attempt(taskId, attemptId), Problem.Place.MERGE, failure);
    }
    return show(visit, Optional.of(AttemptWords.of(Sentences.of(failure))), List.of());
  }

  private Route.Response answer(Visit visit, UpdatedAttempt updated) {
    var kept = KeptWork.query(updated.keptRefs());
    if (updated.executionProcessId().isPresent()) {
      var taskId =
          orchestrator.attempts().status(StatusQuery.now(updated.attemptId())).attempt().taskId();
      return visit.isScript()
          ? Html.said("The agent resolves the conflicts")
          : Route.Response.seeOther(OneTaskPage.address(taskId, updated.attemptId()) + kept);
    }
    var conflicts = updated.updates().stream().filter(it -> !it.conflicts().isEmpty()).toList();
    if (conflicts.isEmpty()) {
      return visit.isScript()
          ? Html.said("It is up to date now")
          : Route.Response.seeOther(
              "/attempts/%s/merge?updated=1%s".formatted(updated.attemptId(), kept));
    }
    var problem =
        updated.keptRefs().isEmpty()
            ? "Nothing was changed, because there are conflicts."
            : "It was not brought up to date, because there are conflicts. What was not committed was put away, and stays in git under %s."
                .formatted(String.join(", ", updated.keptRefs()));
    return visit.isScript()
        ? Html.problem(422, problem)
        : show(
            visit,
            Optional.of(problem),
            conflicts.stream()
                .map(it -> new Conflict(it.repoName(), it.targetBranch(), it.conflicts()))
                .toList());
  }

  private static boolean isMerge(Visit visit) {
    return switch (visit.form().text("strategy")) {
      case "merge" -> true;
      case "rebase", "" -> false;
      default -> throw Visit.foreign("strategy", visit.form().text("strategy"));
    };
  }

  /**
   * The form as things are now.
   *
   * @param problem why the attempt was not brought up to date, if that was asked for
   * @param found the conflicts that were in its way
   */
  private Route.Response show(Visit visit, Optional<String> problem, List<Conflict> found) {
    var attemptId = visit.requireId("attempt");
    var status = orchestrator.attempts().status(StatusQuery.now(attemptId));
    var attempt = status.attempt();
    var task = orchestrator.board().loadTask(attempt.taskId()).task();
    var previews = orchestrator.merges().preview(attemptId);
    var repos = orchestrator.attempts().context(attemptId).repos();
    var conflicts = found.isEmpty() ? conflicts(previews) : found;
    var isDone = task.status() == BoardTaskStatus.DONE;
    var isMergeable =
        previews.stream().allMatch(it -> it.conflicts().isEmpty() && it.obstacles().isEmpty());
    var view =
        new MergeView(
            attemptId,
            task.id(),
            targets(repos),
            task.promptText(),
            isMergeable && !attempt.isRunning()
                ? MergeFacts.of(previews, status.standing(), drafts(visit, attemptId), isDone)
                : List.of(),
            hindrances(previews, conflicts),
            previews.stream().anyMatch(MergePreview::hasWork),
            isMergeable,
            isDone,
            attempt.isRunning(),
            attempt
                .state()
                .failureSummary()
                .map(_ -> attempt.state().stoppedBy().isPresent() ? "was stopped" : "failed"),
            AttemptWords.andDrafts(
                orchestrator.comments().countDrafts(task.id()).getOrDefault(attemptId, 0L)),
            new UpdateView(
                !conflicts.isEmpty() || previews.stream().anyMatch(it -> it.behind() > 0),
                !conflicts.isEmpty(),
                isMerge(visit),
                previews.size() == 1 ? List.of() : repos,
                visit.form().text("target_branch"),
                visit.query().has("updated") && previews.stream().allMatch(it -> it.behind() == 0),
                KeptWork.of(visit),
                visit.request().headers().apply("Turbo-Frame").isPresent(),
                problem));
    var frame = frames.frame(visit, Frame.Place.BOARD, "Merge", task.projectId());
    return Html.page(
        problem.isPresent() ? 422 : 200,
        out -> JtemergeformGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** Where an attempt goes. */
  static String targets(List<AttemptRepo> repos) {
    return repos.stream()
        .map(AttemptRepo::targetBranch)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private long drafts(Visit visit, UUID attemptId) {
    return orchestrator.comments().list(visit.request().owner(), attemptId).stream()
        .filter(ReviewComment::isDraft)
        .count();
  }

  private static List<Conflict> conflicts(List<MergePreview> previews) {
    return previews.stream()
        .filter(it -> !it.conflicts().isEmpty())
        .map(it -> new Conflict(it.repoName(), it.targetBranch(), it.conflicts()))
        .toList();
  }

  private static List<Hindrance> hindrances(List<MergePreview> previews, List<Conflict> conflicts) {
    var hindrances = new ArrayList<Hindrance>();
    for (var conflict : conflicts) {
      var where = previews.size() == 1 ? "" : VisibleText.of(conflict.repoName()) + ": ";
      hindrances.add(
          new Hindrance(
              "%sConflicts with %s in %s"
                  .formatted(
                      where,
                      VisibleText.of(conflict.targetBranch()),
                      counted(conflict.files().size(), "file", "files")),
              visible(conflict.files()),
              "The agent can resolve them, or you in its workspace"));
    }
    for (var preview : previews) {
      for (var obstacle : preview.obstacles()) {
        hindrances.add(
            new Hindrance(
                VisibleText.of(obstacle.problem()),
                visible(obstacle.files()),
                VisibleText.of(remedy(obstacle))));
      }
    }
    return hindrances;
  }

  private static String remedy(Obstacle obstacle) {
    var remedy = obstacle.remedy().replace(", then call merge_attempt again", "");
    var forPeople = Sentences.forPeople(remedy);
    // why: a path may look like the name of a call
    return forPeople.isEmpty() ? remedy : forPeople;
  }

  private static List<String> visible(List<String> files) {
    return files.stream().map(VisibleText::of).toList();
  }

  static String counted(long count, String one, String many) {
    return "%d %s".formatted(count, count == 1 ? one : many);
  }
}
