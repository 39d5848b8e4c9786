package dev.baton.app.web.review;

import dev.baton.app.web.frame.Visit;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How somebody likes to see differences; their browser keeps it in a cookie. */
record ReviewSettings(boolean isSplit, boolean isWrapped, boolean ignoresSpace) {
  private static final String COOKIE = "baton_review";
  private static final String YEAR = "31536000";

  static final ReviewSettings USUAL = new ReviewSettings(true, true, false);

  /** The settings with which a difference has room beside another one. */
  static final ReviewSettings COLUMN = new ReviewSettings(false, true, false);

  static ReviewSettings of(Visit visit) {
    var kept = kept(visit);
    var headers = visit.request().headers();
    // why: two columns have no room on a phone
    var isPhone = headers.apply("User-Agent").filter(name -> name.contains("Mobi")).isPresent();
    if (visit.query().text("layout").equals("unified")) {
      return COLUMN;
    }
    return isPhone ? new ReviewSettings(false, true, kept.ignoresSpace) : kept;
  }

  private static ReviewSettings kept(Visit visit) {
    return visit
        .request()
        .headers()
        .apply("Cookie")
        .flatMap(
            cookies ->
                Stream.of(cookies.split(";", -1))
                    .map(String::strip)
                    .filter(cookie -> cookie.startsWith(COOKIE + "="))
                    .findFirst())
        .map(cookie -> List.of(cookie.substring(COOKIE.length() + 1).split("\\.", -1)))
        .map(
            words ->
                new ReviewSettings(
                    !words.contains("unified"), !words.contains("long"), words.contains("space")))
        .orElse(USUAL);
  }

  /** The settings that a form asks for; what it does not name stays. */
  ReviewSettings with(Visit visit) {
    var form = visit.form();
    return new ReviewSettings(
        chosen(form, "layout", "split", "unified").orElse(isSplit),
        chosen(form, "wrap", "1", "0").orElse(isWrapped),
        chosen(form, "space", "1", "0").orElse(ignoresSpace));
  }

  private static Optional<Boolean> chosen(Fields form, String name, String yes, String no) {
    return form.find(name)
        .map(
            value -> {
              if (!value.equals(yes) && !value.equals(no)) {
                throw Visit.foreign(name, value);
              }
              return value.equals(yes);
            });
  }

  Route.Response keptIn(Route.Response response) {
    var value = words();
    return response.with(
        "Set-Cookie",
        "%s=%s; Path=/; Max-Age=%s; HttpOnly; SameSite=Strict".formatted(COOKIE, value, YEAR));
  }

  String words() {
    return "%s.%s%s"
        .formatted(
            isSplit ? "split" : "unified",
            isWrapped ? "wrap" : "long",
            ignoresSpace ? ".space" : "");
  }
}
