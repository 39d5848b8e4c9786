package dev.baton.app.web.review;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.OneTaskPage;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.comment.CommentPlace;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import java.util.Optional;
import java.util.UUID;

/** What people do with comments: write, change, remove and send them. */
public final class CommentForms {
  /**
   * A form for one comment.
   *
   * @param action where it is sent
   * @param entry the entry of the conversation that it is about; empty text for lines of a file
   */
  record CommentForm(
      String action,
      String heading,
      String path,
      String oldPath,
      String scope,
      String side,
      String first,
      String last,
      String entry,
      String quoted,
      String text,
      String back,
      Optional<String> problem) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final ReviewPage page;

  public CommentForms(Orchestrator orchestrator, Frames frames, ReviewPage page) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.page = page;
  }

  /** The form on a page of its own, or in the dialog. */
  public Route.Response showNew(Visit visit) {
    return form(visit, 200, Optional.empty());
  }

  private Route.Response form(Visit visit, int status, Optional<String> problem) {
    var place = ReviewPlace.of(visit);
    var fields = problem.isPresent() ? visit.form() : visit.query();
    var path = fields.text("path");
    var entry = fields.text("entry");
    var view =
        new CommentForm(
            place.path("/comments"),
            entry.isEmpty() ? "Comment on " + VisibleText.of(path) : "Comment on a message",
            path,
            fields.find("old").orElse(path),
            place.scope().wireName(),
            fields.find("side").orElseGet(CommentSide.NEW::wireName),
            fields.text("first"),
            fields.text("last"),
            entry,
            entry.isEmpty()
                ? ""
                : VisibleText.of(orchestrator.comments().quoted(place.attemptId(), entry(entry))),
            fields.text("text"),
            entry.isEmpty()
                ? place.address() + "#" + place.anchor(path)
                : "%s#entry-%s".formatted(conversation(place.attemptId()), entry),
            problem);
    var frame = frames.frame(visit, Frame.Place.BOARD, "Comment");
    return Html.page(status, out -> JtecommentformGenerated.render(out, Html.PLAIN, frame, view));
  }

  private String conversation(UUID attemptId) {
    return OneTaskPage.address(
        orchestrator.attempts().status(StatusQuery.now(attemptId)).attempt().taskId(), attemptId);
  }

  /** Keeps a draft. */
  public Route.Response add(Visit visit) {
    try {
      var comment = made(visit);
      return visit.isScript()
          ? kept(comment)
          : Route.Response.seeOther(visit.back().orElseGet(() -> ReviewPlace.of(visit).address()));
    } catch (ToolFailure failure) {
      if (visit.isScript()) {
        throw failure;
      }
      return form(visit, 422, Optional.of(Sentences.of(failure)));
    }
  }

  private ReviewComment made(Visit visit) {
    var place = ReviewPlace.of(visit);
    var form = visit.form();
    var entry = form.find("entry");
    if (entry.isPresent()) {
      return orchestrator
          .comments()
          .add(visit.request().owner(), place.attemptId(), entry(entry.get()), form.text("text"));
    }
    var path = form.find("path").orElseThrow(DiffPages::noFile);
    var first = line(form.text("first"));
    var where =
        new LinesToComment(
            place.query(visit),
            path,
            form.find("old").orElse(path),
            ReviewPlace.side(form),
            first,
            form.find("last").map(CommentForms::line).orElse(first));
    var comments = orchestrator.comments();
    var chosen = visit.findHidden("id");
    if (chosen.isEmpty()) {
      return comments.add(where, form.text("text"));
    }
    return form.has("seen")
        ? comments.addLeft(chosen.get(), where, form.text("seen"), form.text("text"))
        : comments.add(chosen.get(), where, form.text("text"));
  }

  /** Which message is meant, as our forms name it. */
  private static long entry(String text) {
    if (!text.matches(DiffPages.NUMBER)) {
      throw Visit.foreign("entry", text);
    }
    return Long.parseLong(text);
  }

  /** A line that somebody may have typed. */
  private static long line(String text) {
    if (!text.strip().matches(DiffPages.NUMBER)) {
      throw ToolFailure.invalid(
          "'%s' is no number of a line".formatted(VisibleText.of(text)),
          "Write a number such as 12");
    }
    return Long.parseLong(text.strip());
  }

  private static Route.Response kept(ReviewComment comment) {
    return Route.Response.json(
        200, Json.object().put("said", "Saved").put("id", comment.id().toString()));
  }

  /** A comment alone, as it stands beside its lines. */
  public Route.Response show(Visit visit) {
    var id = visit.requireId("comment");
    var comment =
        orchestrator.comments().list(visit.request().owner(), visit.requireId("attempt")).stream()
            .filter(it -> it.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.NOT_FOUND,
                        "This comment is not there any more",
                        "Load the page again"));
    var view =
        comment.target() instanceof CommentTarget.Lines lines
            ? CommentView.at(comment, lines, new CommentPlace(lines.first(), lines.last(), false))
            : CommentView.apart(comment, false);
    return Html.page(
        out ->
            JtecommentGenerated.render(
                out, Html.PLAIN, view, visit.request().formToken().orElse("")));
  }

  /** Changes or removes a comment. */
  public Route.Response change(Visit visit) {
    var id = visit.requireId("comment");
    var person = visit.request().owner();
    var form = visit.form();
    var comments = orchestrator.comments();
    var comment =
        form.has("remove")
            ? comments.remove(person, id)
            : form.has("seen")
                ? comments.change(person, id, form.text("seen"), form.text("text"))
                : comments.change(person, id, form.text("text"));
    return visit.isScript()
        ? kept(comment)
        : Route.Response.seeOther(visit.back().orElseGet(() -> ReviewPlace.of(visit).address()));
  }

  /** Sends all drafts as one follow-up; who sends them has seen what the page showed. */
  public Route.Response send(Visit visit) {
    var place = ReviewPlace.of(visit);
    var person = visit.request().owner();
    var drafts =
        orchestrator.comments().list(person, place.attemptId()).stream()
            .filter(ReviewComment::isDraft)
            .count();
    try {
      var ignored =
          orchestrator
              .reviews()
              .look(place.query(visit), visit.form().text("print"), () -> sendDrafts(visit, place));
    } catch (ToolFailure failure) {
      return page.refused(visit, failure);
    }
    var address = place.address();
    return Route.Response.seeOther(
        "%s%ssent=%d".formatted(address, address.contains("?") ? "&" : "?", drafts));
  }

  private void sendDrafts(Visit visit, ReviewPlace place) {
    var ignored =
        orchestrator.comments().send(visit.caller(), place.attemptId(), visit.form().text("words"));
  }
}
