package dev.baton.app.web.task;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.text.PullRequestWords;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.shipping.AttemptPullRequests;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** The form that makes a pull request of an attempt, and what is done with one that is there. */
public final class PullRequestPage {
  /**
   * What the form shows.
   *
   * @param open the pull request that is open, if one is
   * @param facts what will happen
   * @param hindrance why nothing can be pushed
   */
  record PullRequestForm(
      UUID attemptId,
      UUID taskId,
      Optional<ProposedView> open,
      String title,
      String body,
      List<String> facts,
      Optional<String> hindrance,
      boolean isRunning) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final OneTaskPage page;

  public PullRequestPage(Orchestrator orchestrator, Frames frames, OneTaskPage page) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.page = page;
  }

  public Route.Response show(Visit visit) {
    var status = status(visit);
    var task = orchestrator.board().loadTask(status.attempt().taskId()).task();
    var open =
        status.standing().pullRequests().stream().filter(row -> row.state().isOpen()).findFirst();
    var facts = new ArrayList<String>();
    var hindrance = Optional.<String>empty();
    try {
      facts.addAll(facts(status, open, task.status()));
    } catch (ToolFailure failure) {
      hindrance = Optional.of(AttemptWords.of(Sentences.of(failure)));
    }
    var view =
        new PullRequestForm(
            status.attempt().id(),
            task.id(),
            open.map(row -> ProposedView.of(row, List.of())),
            task.title(),
            AttemptPullRequests.body(task),
            facts,
            hindrance,
            status.attempt().isRunning());
    var around = frames.frame(visit, Frame.Place.BOARD, "Pull request", task.projectId());
    return Html.page(200, out -> JtepullrequestformGenerated.render(out, Html.PLAIN, around, view));
  }

  /** Another address when there is another form to show, so that an old one does not stay. */
  static String source(AttemptStatus status) {
    var address = "/attempts/%s/pull-request".formatted(status.attempt().id());
    return PullRequestWords.find(status.standing().pullRequests())
        .map(row -> "%s-%s-%s".formatted(PullRequestWords.name(row), row.state(), row.checks()))
        .map(which -> which.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", ""))
        .map(which -> "%s?shows=%s".formatted(address, which))
        .orElse(address);
  }

  private List<String> facts(
      AttemptStatus status, Optional<RepoPullRequest> open, BoardTaskStatus taskStatus) {
    var facts = new ArrayList<String>();
    var rows = status.standing().pullRequests();
    if (taskStatus != BoardTaskStatus.DONE) {
      rows.stream()
          .filter(row -> row.state() == PullRequestState.MERGED)
          .map(PullRequestWords::name)
          .map("%s was merged; the task is open for work that is not in it"::formatted)
          .forEach(facts::add);
    }
    facts.add("Files that are not committed are committed first");
    facts.add(
        "%s is pushed to %s"
            .formatted(
                VisibleText.line(status.attempt().branch()),
                VisibleText.line(orchestrator.pullRequests().outlook(status.attempt().id()))));
    rows.stream()
        .filter(row -> row.state().isOpen())
        .flatMap(row -> newBase(status, row).stream())
        .forEach(facts::add);
    if (open.isEmpty()) {
      facts.add("A pull request into %s is opened there".formatted(targets(status)));
      facts.add("The task is done when it is merged there");
    }
    return facts;
  }

  /** The attempt may have moved to another target since. */
  private Optional<String> newBase(AttemptStatus status, RepoPullRequest row) {
    return orchestrator.attempts().context(status.attempt().id()).repos().stream()
        .filter(repo -> repo.repoId().equals(row.repoId()))
        .map(AttemptRepo::targetBranch)
        .filter(target -> !target.equals(row.targetBranch()))
        .map(
            target ->
                "The push changes where %s goes: to %s instead of %s"
                    .formatted(
                        PullRequestWords.name(row),
                        VisibleText.line(target),
                        VisibleText.line(row.targetBranch())))
        .findFirst();
  }

  private String targets(AttemptStatus status) {
    return VisibleText.line(
        String.join(
            ", ",
            orchestrator.attempts().context(status.attempt().id()).repos().stream()
                .map(repo -> repo.targetBranch())
                .distinct()
                .toList()));
  }

  /** Makes one, or pushes alone if that was asked for. */
  public Route.Response create(Visit visit) {
    var form = visit.form();
    return page.act(
        visit,
        Problem.Place.PULL_REQUEST,
        attemptId -> {
          var push = new PushRequest(attemptId, Optional.empty());
          if (form.has("push")) {
            var pushed = orchestrator.pullRequests().push(push);
            return "Pushed " + VisibleText.line(pushed.getFirst().branch());
          }
          var made =
              orchestrator
                  .pullRequests()
                  .create(
                      new NewPullRequest(
                          push,
                          Optional.of(form.text("title")),
                          Optional.of(form.text("body")),
                          form.has("draft")));
          return PullRequestWords.name(made.getFirst()) + " is open";
        });
  }

  /** Reads how it stands now. */
  public Route.Response look(Visit visit) {
    return page.act(
        visit,
        Problem.Place.PULL_REQUEST,
        attemptId -> {
          var ignored = orchestrator.pullRequestWatch().look(attemptId);
          return "This is how it stands now";
        });
  }

  /** Sends what reviewers said and the agent does not have. */
  public Route.Response send(Visit visit) {
    return page.act(
        visit,
        Problem.Place.PULL_REQUEST,
        attemptId -> {
          var sent =
              orchestrator
                  .comments()
                  .sendReviewers(visit.caller(), attemptId, visit.form().text("words"));
          return sent.executionProcessId().isPresent() ? "Sent" : "Queued";
        });
  }

  private AttemptStatus status(Visit visit) {
    return orchestrator.attempts().status(StatusQuery.now(visit.requireId("attempt")));
  }
}
