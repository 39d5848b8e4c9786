package dev.baton.app.web.review;

import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.review.ReviewView.Agent;
import dev.baton.app.web.review.ReviewView.Drafts;
import dev.baton.app.web.review.ReviewView.Figures;
import dev.baton.app.web.review.ReviewView.Part;
import dev.baton.app.web.task.OneTaskPage;
import dev.baton.app.web.task.TurnNumbers;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.VariantField;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.attempt.TurnOverview;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.changes.Changes.ChangeSummary;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedChanges;
import dev.baton.orchestrator.review.AttemptReviews.ReviewedFile;
import dev.baton.orchestrator.review.ChangeScope;
import gg.jte.html.HtmlTemplateOutput;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** The review of an attempt: the list of its files, and how far the reader is with them. */
public final class ReviewPage {
  private final Orchestrator orchestrator;
  private final OneTaskPage task;
  private final TurnNumbers turns;
  private final Clock clock;

  public ReviewPage(Orchestrator orchestrator, OneTaskPage task, Clock clock) {
    this.orchestrator = orchestrator;
    this.task = task;
    this.turns = new TurnNumbers(orchestrator);
    this.clock = clock;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, Optional.empty());
  }

  /** The page with a sentence at the bar from which comments are sent. */
  Route.Response refused(Visit visit, ToolFailure failure) {
    if (visit.isScript()) {
      throw failure;
    }
    return show(visit, 422, Optional.of(Sentences.of(failure)));
  }

  private Route.Response show(Visit visit, int status, Optional<String> refused) {
    var place = ReviewPlace.of(visit);
    var view = view(visit, place, orchestrator.reviews().changes(place.query(visit)), refused);
    var token = visit.request().formToken().orElse("");
    return task.around(
        visit,
        status,
        place.attemptId(),
        out -> JtetoolsGenerated.render((HtmlTemplateOutput) out, Html.PLAIN, view, token),
        out -> JtereviewGenerated.render((HtmlTemplateOutput) out, Html.PLAIN, view, token));
  }

  private ReviewView view(
      Visit visit, ReviewPlace place, ReviewedChanges changes, Optional<String> refused) {
    var comments = orchestrator.comments().list(visit.request().owner(), place.attemptId());
    var byFile =
        comments.stream()
            .filter(it -> path(it).isPresent())
            .collect(Collectors.groupingBy(it -> path(it).orElseThrow()));
    var part = part(visit);
    var fitting = changes.files().stream().filter(file -> fits(file, part.words())).toList();
    return new ReviewView(
        place,
        changes.summary(),
        fitting.stream()
            .skip((long) (part.number() - 1) * ReviewView.FILES)
            .limit(ReviewView.FILES)
            .map(
                file ->
                    FileView.of(place, file, byFile.getOrDefault(file.change().path(), List.of())))
            .toList(),
        part,
        fitting.size(),
        changes.files().stream().filter(it -> it.mark() == ReviewedFile.Mark.VIEWED).count(),
        apart(comments, changes, place),
        drafts(visit, comments, refused),
        agent(place.attemptId()),
        changes.problem().map(VisibleText::of),
        merged(place.attemptId()),
        changes.lookedAt(),
        changes.print(),
        clock.instant());
  }

  private static Drafts drafts(
      Visit visit, List<ReviewComment> comments, Optional<String> refused) {
    var drafts = comments.stream().filter(ReviewComment::isDraft).toList();
    return new Drafts(
        drafts.size(),
        drafts.stream().flatMap(it -> path(it).stream()).distinct().count(),
        drafts.stream()
            .map(ReviewComment::target)
            .filter(CommentTarget.Entry.class::isInstance)
            .distinct()
            .count(),
        refused,
        visit.form().text("words"),
        DiffPages.number(visit, "sent"),
        DiffPages.number(visit, "queued"),
        UUID.randomUUID().toString());
  }

  private static Optional<String> path(ReviewComment comment) {
    return comment.target() instanceof CommentTarget.Lines lines
        ? Optional.of(lines.path())
        : Optional.empty();
  }

  private static Part part(Visit visit) {
    return new Part(
        visit.query().text("q").strip(), (int) Math.max(1, DiffPages.number(visit, "page")));
  }

  private static boolean fits(ReviewedFile file, String words) {
    return file.change().path().toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT));
  }

  /** Comments that stand beside no file of the page. */
  private List<CommentView> apart(
      List<ReviewComment> comments, ReviewedChanges changes, ReviewPlace place) {
    var paths = changes.files().stream().map(file -> file.change().path()).toList();
    return comments.stream()
        .filter(ReviewComment::isDraft)
        .filter(comment -> path(comment).filter(paths::contains).isEmpty())
        .map(comment -> CommentView.apart(comment, isOutdated(comment, place)))
        .toList();
  }

  /** Whether a file has another content than its comment is about; it may never have changed. */
  private boolean isOutdated(ReviewComment comment, ReviewPlace place) {
    return place.scope() == ChangeScope.EVERYTHING
        && comment.target() instanceof CommentTarget.Lines lines
        && !orchestrator
            .reviews()
            .contentId(place.attemptId(), lines.path())
            .equals(lines.contentId());
  }

  /** What the target branches have of it already. */
  private List<DoneMerge> merged(UUID attemptId) {
    var taskId = orchestrator.attempts().load(attemptId).taskId();
    return orchestrator.merges().listDone(taskId).stream()
        .filter(merge -> merge.attemptId().equals(attemptId) && merge.isLast())
        .toList();
  }

  private Agent agent(UUID attemptId) {
    var status = orchestrator.attempts().status(StatusQuery.now(attemptId));
    var newest = turns.findNewest(attemptId).map(TurnOverview::variant).orElse("");
    return new Agent(
        AgentNames.of(status.attempt().executor()),
        VariantField.of(orchestrator, status.attempt(), newest),
        status.attempt().isRunning() || status.attempt().state() instanceof AttemptState.InLine,
        status.latestSessionId().isPresent(),
        orchestrator.costs().findObstacle(status.attempt().taskId()).isPresent());
  }

  /** The figures for the link to the review; none where the review itself would say why not. */
  public Route.Response figures(Visit visit) {
    var id = visit.request().headers().apply("Turbo-Frame").orElse("review-figures");
    var view = new Figures(id, findSummary(ReviewPlace.of(visit).attemptId()));
    return Html.page(out -> JtefiguresGenerated.render(out, Html.PLAIN, view));
  }

  private Optional<ChangeSummary> findSummary(UUID attemptId) {
    try {
      return Optional.of(orchestrator.reviews().summary(attemptId));
    } catch (RuntimeException e) {
      if (CallFailures.of(e) instanceof ToolFailure) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Keeps how the reader likes to see differences. */
  public Route.Response settings(Visit visit) {
    var settings = ReviewSettings.of(visit).with(visit);
    return settings.keptIn(back(visit));
  }

  /** Notes that a file was viewed with the content that the reader saw, or that it was not. */
  public Route.Response mark(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var path = visit.form().find("path").orElseThrow(DiffPages::noFile);
    var person = visit.request().owner();
    var isViewed = visit.form().find("viewed");
    isViewed
        .filter(value -> !value.equals("1"))
        .ifPresent(
            value -> {
              throw Visit.foreign("viewed", value);
            });
    if (isViewed.isPresent()) {
      var seen = visit.form().find("content");
      orchestrator
          .reviews()
          .markViewed(
              person,
              attemptId,
              path,
              seen.orElseGet(() -> orchestrator.reviews().contentId(attemptId, path)));
    } else {
      orchestrator.reviews().unmarkViewed(person, attemptId, path);
    }
    return visit.isScript()
        ? Html.said(isViewed.isPresent() ? "Viewed" : "Not viewed")
        : back(visit);
  }

  /** Notes that the reader has seen what a page showed; if there is more by now, they have not. */
  public Route.Response look(Visit visit) {
    var isSeen =
        orchestrator
            .reviews()
            .look(ReviewPlace.of(visit).query(visit), visit.form().text("print"), () -> {});
    if (visit.isScript()) {
      return Html.said(isSeen ? "Seen" : "There is more than the page showed");
    }
    if (!isSeen) {
      throw ToolFailure.invalid(
          "There is more to see by now than the page showed, so nothing was noted as seen",
          "Load the review again and look at what is new");
    }
    return back(visit);
  }

  private static Route.Response back(Visit visit) {
    return Route.Response.seeOther(visit.back().orElseGet(() -> ReviewPlace.of(visit).address()));
  }
}
