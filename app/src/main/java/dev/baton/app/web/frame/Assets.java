package dev.baton.app.web.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.internal.text.Sha256;
import dev.baton.mcp.transport.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that pages need. Their path has a version made of their content, so that browsers may
 * keep them for ever and never mix two versions. Immutable.
 */
public final class Assets {
  private static final String WEBJARS = "/META-INF/resources/webjars/";

  /** What others wrote, by the name under which our modules import it. */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "turbo.js", WEBJARS + "hotwired__turbo/8.0.21/dist/turbo.es2017-esm.js",
          "stimulus.js", WEBJARS + "hotwired__stimulus/3.2.2/dist/stimulus.js",
          "sortable.js", WEBJARS + "sortablejs/1.15.6/modular/sortable.esm.js",
          "highlight.js", WEBJARS + "highlightjs/11.11.1/highlight.min.js");

  private static final String[] OWN = {
    "baton.css",
    "task.css",
    "flow.css",
    "review.css",
    "settings.css",
    "insight.css",
    "answers.js",
    "archive.js",
    "baton.js",
    "bell.js",
    "board.js",
    "cardkeys.js",
    "cardmenu.js",
    "cardnews.js",
    "choices.js",
    "clock.js",
    "colours.js",
    "comment.js",
    "composer.js",
    "conversation.js",
    "copy.js",
    "departure.js",
    "dialog.js",
    "draft.js",
    "files.js",
    "filter.js",
    "folds.js",
    "guard.js",
    "head.js",
    "keys.js",
    "leftovers.js",
    "lines.js",
    "live.js",
    "look.js",
    "menus.js",
    "message.js",
    "moves.js",
    "needs.js",
    "notes.js",
    "notice.js",
    "outlook.js",
    "painter.js",
    "painting.js",
    "path.js",
    "pictures.js",
    "place.js",
    "question.js",
    "reader.js",
    "refusals.js",
    "remark.js",
    "remarks.js",
    "renewal.js",
    "rescue.js",
    "review.js",
    "rows.js",
    "run.js",
    "selection.js",
    "sentences.js",
    "started.js",
    "stream.js",
    "talk.js",
    "typing.js",
    "viewmarks.js",
    "walk.js",
    "worker.js",
    "writing.js",
    "mark.svg",
    "running.svg",
    "waiting.svg",
    "needs.svg",
    "review.svg",
    "done.svg",
    "blocked.svg",
    "behind.svg",
    "branch.svg",
    "insight.svg",
    "merge.svg",
    "plus.svg",
    "search.svg",
    "close.svg",
    "more.svg",
    "down.svg",
    "down-light.svg",
    "right.svg",
    "back.svg",
    "stop.svg",
    "check.svg",
    "cross.svg",
    "copy.svg",
    "out.svg",
    "board.svg",
    "bubble.svg",
    "flow.svg"
  };

  /** Puts a style into the page, which the content security policy refuses; we show no such bar. */
  private static final String STYLE_OF_PROGRESS_BAR = "    this.installStylesheetElement();\n";

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final String version;

  public Assets() {
    for (var name : OWN) {
      files.put(name, load("/dev/baton/app/web/assets/" + name));
    }
    LIBRARIES.forEach((name, place) -> files.put(name, load(place)));
    files.computeIfPresent("turbo.js", (_, turbo) -> without(STYLE_OF_PROGRESS_BAR, turbo));
    version = versionOf(files);
  }

  private static byte[] without(String part, byte[] file) {
    var text = new String(file, UTF_8);
    if (!text.contains(part)) {
      throw new IllegalStateException("This version of a library has no '%s'".formatted(part));
    }
    return text.replace(part, "").getBytes(UTF_8);
  }

  private static byte[] load(String place) {
    try (var in = Assets.class.getResourceAsStream(place)) {
      if (in == null) {
        throw new IllegalStateException("The program lacks its file " + place);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String versionOf(Map<String, byte[]> files) {
    var digest = Sha256.begin();
    files.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(file -> digest.update(file.getValue()));
    return HexFormat.of().formatHex(digest.digest(), 0, 6);
  }

  /** Where browsers find the file of this name. */
  String path(String name) {
    return "/assets/%s/%s".formatted(version, name);
  }

  /** They say nothing about anybody, so everybody may read them. */
  public Route route() {
    return new Route("GET", "/assets/{version}/{name}", Route.Guard.NONE, this::serve);
  }

  private Route.Response serve(Route.Request request) {
    var name = request.variable("name");
    var file = files.get(name);
    if (file == null) {
      return new Route.Response(404, "text/plain", "There is no file " + name);
    }
    return new Route.Response(
        200,
        Map.of(
            "Content-Type",
            contentType(name),
            "Cache-Control",
            request.variable("version").equals(version)
                ? "public, max-age=31536000, immutable"
                : "no-cache"),
        new Route.Bytes(file));
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".css" -> "text/css; charset=utf-8";
      case ".js" -> "text/javascript; charset=utf-8";
      default -> "image/svg+xml";
    };
  }
}
