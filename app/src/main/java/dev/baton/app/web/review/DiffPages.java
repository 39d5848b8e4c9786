package dev.baton.app.web.review;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.review.AttemptReviews.DiffQuery;
import dev.baton.orchestrator.review.FileDiff;
import dev.baton.orchestrator.review.FileDiff.Blob;
import dev.baton.orchestrator.review.FileDiff.DiffLine;
import dev.baton.orchestrator.review.FileDiff.DiffLine.Kind;
import dev.baton.orchestrator.review.FileDiff.Hunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Parts of a review that a page asks for when they come into view: one file, lines, a picture. */
public final class DiffPages {
  private static final int LARGEST_PICTURE = 10 * 1024 * 1024;

  /** A number in an address or a form. */
  static final String NUMBER = "[0-9]{1,9}";

  /** The most unchanged lines that are shown at once; of more only the nearest. */
  private static final int MOST_UNFOLDED = 200;

  private static final int NEAREST = 20;

  /** Larger files stay plain: to colour them takes seconds. */
  private static final int MOST_COLOURED_LINES = 3_000;

  private static final int MOST_COLOURED_BYTES = 256 * 1024;

  private final Orchestrator orchestrator;
  private final Frames frames;

  public DiffPages(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  /** The differences of one file, for a frame of the page or as a page of their own. */
  public Route.Response file(Visit visit) {
    return orSentence(visit, this::loadFile);
  }

  /** Says what cannot be shown in the place where it was to be. */
  private static Route.Response orSentence(Visit visit, Function<Visit, Route.Response> page) {
    try {
      return page.apply(visit);
    } catch (RuntimeException e) {
      var frame = visit.request().headers().apply("Turbo-Frame");
      if (frame.isPresent() && CallFailures.of(e) instanceof ToolFailure failure) {
        return Html.page(
            out ->
                JterefusedframeGenerated.render(
                    out, Html.PLAIN, frame.get(), Sentences.of(failure)));
      }
      throw e;
    }
  }

  private Route.Response loadFile(Visit visit) {
    var place = ReviewPlace.of(visit);
    var query = query(visit, FileView.LARGE);
    var diff = orchestrator.reviews().diff(place.query(visit), query);
    requireKnown(visit, place, diff);
    var comments =
        new PlacedComments(
            orchestrator.comments().list(visit.request().owner(), place.attemptId()), diff);
    var folds = new Folds(place, query.path(), query.oldPath(), diff.contentId());
    var rows = new DiffRows(place.settings().isSplit(), comments, folds).of(diff);
    var sides = diff.isBinary() ? pictures(visit, place, query) : List.<DiffView.Side>of();
    var view =
        new DiffView(
            place,
            query.path(),
            query.oldPath(),
            diff.contentId(),
            diff.contentIdBefore(),
            rows,
            query.first() == 0 ? comments.rest() : List.of(),
            sides,
            diff.hasMore()
                ? Optional.of(
                    place.file("/file", query.path(), query.oldPath())
                        + "&first="
                        + (query.first() + FileView.LARGE))
                : Optional.empty(),
            words(diff, sides),
            query.first() > 0,
            query.first(),
            language(diff));
    if (visit.request().headers().apply("Turbo-Frame").isPresent()) {
      return Html.page(
          out ->
              JtediffGenerated.render(
                  out, Html.PLAIN, view, visit.request().formToken().orElse("")));
    }
    var name = VisibleText.of(query.path());
    var frame = frames.frame(visit, Frame.Place.BOARD, name, place.projectId(orchestrator));
    return Html.page(out -> JtefileGenerated.render(out, Html.PLAIN, frame, view, name));
  }

  /** Refuses a file that is on neither side, unless it is listed all the same. */
  private void requireKnown(Visit visit, ReviewPlace place, FileDiff diff) {
    var isKnown =
        diff.before().isPresent()
            || diff.now().isPresent()
            || orchestrator.reviews().changes(place.query(visit)).files().stream()
                .anyMatch(file -> file.change().path().equals(diff.path()));
    if (!isKnown) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "The attempt has no file '%s'".formatted(VisibleText.line(diff.path())),
          "Open one from the list of files");
    }
  }

  private static Optional<String> language(FileDiff diff) {
    var isLarge =
        Math.max(diff.oldLines().size(), diff.newLines().size()) > MOST_COLOURED_LINES
            || Stream.of(diff.before(), diff.now())
                .flatMap(Optional::stream)
                .anyMatch(blob -> blob.bytes() > MOST_COLOURED_BYTES);
    var name = diff.path().substring(diff.path().lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return Optional.of(name.substring(name.lastIndexOf('.') + 1)).filter(_ -> !isLarge);
  }

  private static DiffQuery query(Visit visit, int most) {
    var path = visit.query().find("path").orElseThrow(DiffPages::noFile);
    return new DiffQuery(
        path,
        visit.query().find("old").orElse(path),
        ReviewSettings.of(visit).ignoresSpace(),
        number(visit, "first"),
        most);
  }

  static ToolFailure noFile() {
    return new ToolFailure(
        FailureCode.NOT_FOUND, "No file was named", "Open it from the list of files");
  }

  static long number(Visit visit, String name) {
    return number(visit.query().text(name));
  }

  static long number(String text) {
    return text.matches("-?" + NUMBER) ? Long.parseLong(text) : 0;
  }

  private static Optional<String> words(FileDiff diff, List<DiffView.Side> sides) {
    if (!sides.isEmpty()) {
      return Optional.empty();
    }
    if (diff.isBinary()) {
      return Optional.of(
          "Not text: %s before, %s now.".formatted(size(diff.before()), size(diff.now())));
    }
    if (!diff.hunks().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        diff.before().isEmpty()
            ? "It is new and empty."
            : diff.now().isEmpty()
                ? "It was empty, and is gone."
                : "No line differs: its mode, its name or white space may have changed.");
  }

  private static String size(Optional<Blob> blob) {
    return blob.map(it -> Plurals.of(it.bytes(), "byte")).orElse("nothing");
  }

  private List<DiffView.Side> pictures(Visit visit, ReviewPlace place, DiffQuery query) {
    var sides = new ArrayList<DiffView.Side>();
    for (var side : CommentSide.values()) {
      var path = side == CommentSide.OLD ? query.oldPath() : query.path();
      if (picture(visit, place, path, side).isPresent()) {
        sides.add(
            new DiffView.Side(
                side == CommentSide.OLD ? "Before" : "Now",
                place.file("/picture", path, path) + "&side=" + side.wireName()));
      }
    }
    return sides;
  }

  private Optional<byte[]> picture(Visit visit, ReviewPlace place, String path, CommentSide side) {
    return orchestrator
        .reviews()
        .content(place.query(visit), path, side, LARGEST_PICTURE)
        .filter(bytes -> PictureTypes.find(bytes).isPresent());
  }

  /** A picture of the attempt; only what is one by its content is ever given out as one. */
  public Route.Response picture(Visit visit) {
    var bytes =
        picture(
                visit,
                ReviewPlace.of(visit),
                visit.query().find("path").orElseThrow(DiffPages::noFile),
                ReviewPlace.side(visit.query()))
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.NOT_FOUND,
                        "This file is no picture that a browser can show",
                        "Open it in the worktree"));
    return new Route.Response(
        200,
        Map.of(
            "Content-Type",
            PictureTypes.find(bytes).orElseThrow(),
            "X-Content-Type-Options",
            "nosniff",
            "Cache-Control",
            "no-store"),
        new Route.Bytes(bytes));
  }

  /** Lines that were folded; of many only those nearest to a change. */
  public Route.Response lines(Visit visit) {
    return orSentence(visit, this::loadLines);
  }

  private Route.Response loadLines(Visit visit) {
    var place = ReviewPlace.of(visit);
    var asked = query(visit, 1);
    var query = new DiffQuery(asked.path(), asked.oldPath(), asked.ignoresSpace(), 0, 1);
    var first = Math.max(1, number(visit, "first"));
    var last = number(visit, "last");
    var shift = number(visit, "shift");
    var diff = orchestrator.reviews().diff(place.query(visit), query);
    var isSame = diff.contentId().equals(visit.query().text("content"));
    if (isSame && diff.newLines().isEmpty()) {
      throw ToolFailure.invalid(
          "This file is too long for its unchanged lines to be shown here",
          "Open it in the workspace");
    }
    if (!isSame || last > diff.newLines().size()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "This file has changed since the page was loaded",
          "Load the page again");
    }
    var isEnd = visit.query().has("end");
    var isAll = last - first < MOST_UNFOLDED;
    var from = isAll || isEnd ? first : Math.max(first, last - NEAREST + 1);
    var to = isAll || !isEnd ? last : Math.min(last, first + NEAREST - 1);
    var lines = new ArrayList<DiffLine>();
    for (var number = from; number <= to; number++) {
      var text = diff.newLines().get((int) number - 1);
      lines.add(new DiffLine(Kind.SAME, number + shift, number, text, 0));
    }
    var folds = new Folds(place, query.path(), query.oldPath(), diff.contentId());
    var comments =
        new PlacedComments(
            orchestrator.comments().list(visit.request().owner(), place.attemptId()), diff);
    var rows =
        new ArrayList<DiffRow>(
            new DiffRows(place.settings().isSplit(), comments, folds)
                .of(part(diff, new Hunk("", lines))));
    folds
        .between(first, from - 1, shift, VisibleText.of(visit.query().text("heading")))
        .ifPresent(fold -> rows.add(0, fold));
    if (to < last) {
      folds.after(to + 1, last, shift).ifPresent(rows::add);
    }
    var frame = "fold-%s-%d".formatted(place.key(query.path()), first);
    return Html.page(
        out ->
            JtelinesGenerated.render(
                out,
                Html.PLAIN,
                frame,
                rows,
                place.settings(),
                visit.request().formToken().orElse("")));
  }

  private static FileDiff part(FileDiff diff, Hunk hunk) {
    return new FileDiff(
        diff.path(),
        diff.before(),
        diff.now(),
        false,
        List.of(hunk),
        1,
        true,
        diff.oldLines(),
        diff.newLines());
  }
}
