package dev.baton.app.web.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.web.frame.Visit;
import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.review.AttemptReviews.ReviewQuery;
import dev.baton.orchestrator.review.ChangeScope;
import java.net.URLEncoder;
import java.util.UUID;

/** Which changes of which attempt somebody reviews, and where the pages about them are. */
record ReviewPlace(UUID attemptId, ChangeScope scope, ReviewSettings settings) {
  static ReviewPlace of(Visit visit) {
    return new ReviewPlace(
        visit.requireId("attempt"),
        visit
            .query()
            .find("scope")
            .or(() -> visit.form().find("scope"))
            .map(name -> ChangeScope.find(name).orElseThrow(() -> Visit.foreign("scope", name)))
            .orElse(ChangeScope.EVERYTHING),
        ReviewSettings.of(visit));
  }

  /** The side of a file that is meant: as it is now, unless the other is named. */
  static CommentSide side(Fields fields) {
    return fields
        .find("side")
        .map(name -> CommentSide.find(name).orElseThrow(() -> Visit.foreign("side", name)))
        .orElse(CommentSide.NEW);
  }

  ReviewQuery query(Visit visit) {
    return new ReviewQuery(visit.request().owner(), attemptId, scope);
  }

  UUID projectId(Orchestrator orchestrator) {
    var attempt = orchestrator.attempts().load(attemptId);
    return orchestrator.board().loadTask(attempt.taskId()).task().projectId();
  }

  /** The path of a page of this review, without a query. */
  String path(String page) {
    return "/attempts/%s/review%s".formatted(attemptId, page);
  }

  String address() {
    return address(scope);
  }

  String address(ChangeScope other) {
    return path("") + (other == ChangeScope.EVERYTHING ? "" : "?scope=" + other.wireName());
  }

  /** A page about one file. */
  String file(String page, String path, String oldPath) {
    return "%s?path=%s%s%s"
        .formatted(
            path(page),
            encoded(path),
            oldPath.equals(path) ? "" : "&old=" + encoded(oldPath),
            scope == ChangeScope.EVERYTHING ? "" : "&scope=" + scope.wireName());
  }

  /** A name for what is shown of a file, which is another when it is shown in another way. */
  String key(String path) {
    var all = "%s %s %s %s".formatted(attemptId, scope, settings.words(), path);
    return UUID.nameUUIDFromBytes(all.getBytes(UTF_8)).toString().substring(0, 13);
  }

  /** The same whatever is shown of the file. */
  String anchor(String path) {
    return "file-"
        + UUID.nameUUIDFromBytes((attemptId + path).getBytes(UTF_8)).toString().substring(0, 13);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
