package dev.baton.app.web.review;

import dev.baton.app.web.review.WordMarks.Span;
import dev.baton.app.web.text.VisibleText;

/** Lines of code as HTML in which nothing can act or hide. */
final class CodeHtml {
  private CodeHtml() {}

  static String of(String line, Span marked, int cut) {
    var html =
        marked.isEmpty()
            ? shown(line)
            : "%s<mark>%s</mark>%s"
                .formatted(
                    shown(line.substring(0, marked.from())),
                    shown(line.substring(marked.from(), marked.to())),
                    shown(line.substring(marked.to())));
    return cut == 0 ? html : "%s<em>… %s</em>".formatted(html, Plurals.of(cut, "more character"));
  }

  private static String shown(String text) {
    return VisibleText.of(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
