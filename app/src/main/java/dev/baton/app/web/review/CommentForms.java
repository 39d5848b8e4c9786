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
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.comment.CommentPlace;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.comment.CommentTarget;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.ReviewComments.CommentMessage;
import dev.baton.orchestrator.followup.ReviewComments.EntryToComment;
import dev.baton.orchestrator.followup.ReviewComments.LinesToComment;
import dev.baton.orchestrator.followup.ReviewComments.PartToComment;
import dev.baton.orchestrator.review.AttemptReviews.LineRange;
import dev.baton.orchestrator.review.AttemptReviews.SeenLines;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.ObjectNode;

/** Lets people write, change, remove and send comments. */
public final class CommentForms {
  /**
   * A form for a comment on lines of a file.
   *
   * @param action where it is sent
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
      String text,
      String back,
      Optional<String> problem) {}

  /**
   * A form for a comment on a message of the agent.
   *
   * @param review the address of the review
   * @param entry of the conversation
   * @param where the same in words
   * @param id of the draft that the form goes on with, or will make
   * @param seen what that draft says, if it is there
   */
  record MessageForm(
      String review,
      String entry,
      String where,
      UUID id,
      Optional<String> seen,
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
    return visit.query().find("entry").isPresent()
        ? messageForm(visit, 200, visit.query(), Optional.empty())
        : linesForm(visit, 200, visit.query(), Optional.empty());
  }

  private Route.Response refused(Visit visit, String sentence) {
    return visit.form().find("entry").isPresent()
        ? messageForm(visit, 422, visit.form(), Optional.of(sentence))
        : linesForm(visit, 422, visit.form(), Optional.of(sentence));
  }

  private Route.Response linesForm(
      Visit visit, int status, Fields fields, Optional<String> problem) {
    var place = ReviewPlace.of(visit);
    var path = fields.text("path");
    var view =
        new CommentForm(
            place.path("/comments"),
            "Comment on " + VisibleText.of(path),
            path,
            fields.find("old").orElse(path),
            place.scope().wireName(),
            fields.find("side").orElseGet(CommentSide.NEW::wireName),
            fields.text("first"),
            fields.text("last"),
            fields.text("text"),
            place.address() + "#" + place.anchor(path),
            problem);
    var frame = frame(visit, place);
    return Html.page(status, out -> JtecommentformGenerated.render(out, Html.PLAIN, frame, view));
  }

  private Route.Response messageForm(
      Visit visit, int status, Fields fields, Optional<String> problem) {
    var place = ReviewPlace.of(visit);
    var entry = entry(fields.text("entry"));
    var draft = draft(visit, entry);
    var typed = fields.text("text");
    var view =
        new MessageForm(
            place.path(""),
            String.valueOf(entry),
            CommentView.ON_A_MESSAGE,
            draft
                .map(ReviewComment::id)
                .or(() -> Visit.id(fields.text("id")))
                .orElseGet(UUID::randomUUID),
            draft.map(ReviewComment::text).or(() -> fields.find("seen")),
            VisibleText.of(orchestrator.comments().quoted(place.attemptId(), entry)),
            problem.isPresent() ? typed : draft.map(ReviewComment::text).orElse(typed),
            "%s#entry-%s".formatted(conversation(place.attemptId()), entry),
            problem);
    var frame = frame(visit, place);
    return Html.page(status, out -> JtemessageformGenerated.render(out, Html.PLAIN, frame, view));
  }

  private Frame frame(Visit visit, ReviewPlace place) {
    return frames.frame(visit, Frame.Place.BOARD, "Comment", place.projectId(orchestrator));
  }

  /** The newest draft of somebody about an entry, which the form goes on with. */
  private Optional<ReviewComment> draft(Visit visit, long entry) {
    return orchestrator
        .comments()
        .list(visit.request().owner(), visit.requireId("attempt"))
        .stream()
        .filter(ReviewComment::isDraft)
        .filter(it -> it.target() instanceof CommentTarget.Entry about && about.index() == entry)
        .reduce((_, newer) -> newer);
  }

  private String conversation(UUID attemptId) {
    return OneTaskPage.address(orchestrator.attempts().load(attemptId).taskId(), attemptId);
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
      return refused(visit, Sentences.of(failure));
    }
  }

  private ReviewComment made(Visit visit) {
    var form = visit.form();
    var part = part(visit);
    var comments = orchestrator.comments();
    var chosen = visit.findHidden("id");
    var text = words(form, "text");
    if (chosen.isEmpty()) {
      return comments.add(part, text);
    }
    return form.has("seen")
        ? comments.addLeft(chosen.get(), part, words(form, "seen"), text)
        : comments.add(chosen.get(), part, text);
  }

  /** Forms that are sent without scripts end lines in another way than drafts do. */
  private static String words(Fields form, String field) {
    return form.text(field).replace("\r\n", "\n");
  }

  private static PartToComment part(Visit visit) {
    var place = ReviewPlace.of(visit);
    var form = visit.form();
    var entry = form.find("entry");
    if (entry.isPresent()) {
      return new EntryToComment(visit.request().owner(), place.attemptId(), entry(entry.get()));
    }
    var path = form.find("path").orElseThrow(DiffPages::noFile);
    var first = line(form.text("first"));
    return new LinesToComment(
        place.query(visit),
        LineRange.of(
            path,
            form.find("old").orElse(path),
            ReviewPlace.side(form),
            first,
            form.find("last").map(CommentForms::line).orElse(first)),
        form.find("content").map(content -> new SeenLines(content, words(form, "shown"))));
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

  private static Route.Response removed(ReviewComment comment) {
    var answer = Json.object().put("said", "Removed");
    if (comment.isDraft()) {
      answer.set("undo", fields(comment));
    }
    return Route.Response.json(200, answer);
  }

  /** The form that keeps a draft as it was. */
  private static ObjectNode fields(ReviewComment draft) {
    var fields = Json.object().put("id", draft.id().toString()).put("text", draft.text());
    return switch (draft.target()) {
      case CommentTarget.Entry entry -> fields.put("entry", entry.index());
      case CommentTarget.Lines lines ->
          fields
              .put("path", lines.path())
              .put("side", lines.side().wireName())
              .put("first", lines.first())
              .put("last", lines.last())
              .put("content", lines.contentId())
              .put("shown", lines.quoted());
    };
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
    var comment = changed(visit);
    if (visit.isScript()) {
      return visit.form().has("remove") ? removed(comment) : kept(comment);
    }
    return Route.Response.seeOther(visit.back().orElseGet(() -> ReviewPlace.of(visit).address()));
  }

  private ReviewComment changed(Visit visit) {
    var id = visit.requireId("comment");
    var person = visit.request().owner();
    var form = visit.form();
    var comments = orchestrator.comments();
    try {
      if (form.has("remove")) {
        return comments.remove(person, id);
      }
      return form.has("seen")
          ? comments.change(person, id, form.text("seen"), form.text("text"))
          : comments.change(person, id, form.text("text"));
    } catch (ToolFailure failure) {
      // why: a comment may have gone with its attempt, which is what to say then
      var ignored = orchestrator.attempts().load(visit.requireId("attempt"));
      throw failure;
    }
  }

  /** Sends all drafts as one follow-up; who sends them has seen what the page showed. */
  public Route.Response send(Visit visit) {
    var place = ReviewPlace.of(visit);
    var person = visit.request().owner();
    var drafts =
        orchestrator.comments().list(person, place.attemptId()).stream()
            .filter(ReviewComment::isDraft)
            .count();
    var isBegun = new AtomicBoolean();
    try {
      var ignored =
          orchestrator
              .reviews()
              .look(
                  place.query(visit),
                  visit.form().text("print"),
                  () -> isBegun.set(sendDrafts(visit, place)));
    } catch (ToolFailure failure) {
      return page.refused(visit, failure);
    }
    var address = place.address();
    return Route.Response.seeOther(
        "%s%s%s=%d"
            .formatted(
                address,
                address.contains("?") ? "&" : "?",
                isBegun.get() ? "sent" : "queued",
                drafts));
  }

  /** Returns false if they wait for their turn. */
  private boolean sendDrafts(Visit visit, ReviewPlace place) {
    return orchestrator
        .comments()
        .send(
            visit.caller(),
            new CommentMessage(
                place.attemptId(), visit.form().text("words"), visit.form().find("variant")))
        .executionProcessId()
        .isPresent();
  }
}
