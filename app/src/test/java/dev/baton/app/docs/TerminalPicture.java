package dev.baton.app.docs;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Draws what a program printed on a terminal, with its colours. */
final class TerminalPicture {
  private static final int LINE = 18;
  private static final double COLUMN = 7.85;
  private static final int MARGIN = 18;
  private static final int BAR = 34;
  private static final int COLUMNS = 98;
  private static final Pattern ESCAPE = Pattern.compile("\u001b\\[([0-9;]*)m");

  /** Styles by the codes that switch them on. */
  private static final Map<String, String> STYLES =
      Map.of(
          "1", "font-weight=\"bold\"",
          "2", "fill=\"#8b949e\"",
          "31", "fill=\"#ff7b72\"",
          "32", "fill=\"#7ee787\"",
          "33", "fill=\"#e3b341\"",
          "36", "fill=\"#79c0ff\"");

  private final String command;

  TerminalPicture(String command) {
    this.command = command;
  }

  String draw(String text) {
    var lines = Stream.concat(Stream.of("$ " + command), text.lines()).toList();
    var width = (int) (COLUMNS * COLUMN) + 2 * MARGIN;
    var height = BAR + lines.size() * LINE + MARGIN;
    var svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n",
            width,
            height,
            width,
            height));
    svg.append("<title>What %s prints</title>%n".formatted(command));
    svg.append("<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#0d1117\"/>%n".formatted());
    for (var i = 0; i < 3; i++) {
      svg.append(
          "<circle cx=\"%d\" cy=\"17\" r=\"5\" fill=\"%s\"/>%n"
              .formatted(20 + 18 * i, List.of("#ff5f56", "#ffbd2e", "#27c93f").get(i)));
    }
    svg.append(
        ("<g font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, monospace\""
                + " font-size=\"13\" fill=\"#e6edf3\" xml:space=\"preserve\">%n")
            .formatted());
    for (var i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        svg.append(
            "<text x=\"%d\" y=\"%d\">%s</text>%n"
                .formatted(MARGIN, BAR + (i + 1) * LINE - 4, spans(lines.get(i))));
      }
    }
    return svg.append("</g>%n</svg>%n".formatted()).toString();
  }

  private static String spans(String line) {
    var spans = new StringBuilder();
    var style = "";
    var at = 0;
    var escapes = ESCAPE.matcher(line);
    while (escapes.find()) {
      spans.append(span(line.substring(at, escapes.start()), style));
      var code = escapes.group(1);
      style = STYLES.containsKey(code) ? (style + " " + STYLES.get(code)).strip() : "";
      at = escapes.end();
    }
    return spans.append(span(line.substring(at), style)).toString();
  }

  private static String span(String text, String style) {
    var escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return text.isEmpty() || style.isEmpty()
        ? escaped
        : "<tspan %s>%s</tspan>".formatted(style, escaped);
  }
}
