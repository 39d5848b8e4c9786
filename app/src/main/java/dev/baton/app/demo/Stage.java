package dev.baton.app.demo;

import dev.baton.app.program.VisibleControls;
import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;

/** Where the demonstration is told; colours only on a terminal. Not thread safe. */
public final class Stage {
  private static final String INDENT = "   ";

  private final PrintWriter out;
  private final boolean isColoured;
  private int act;

  public Stage(PrintWriter out, Ansi ansi) {
    this.out = out;
    this.isColoured = ansi.enabled();
  }

  void title(String text) {
    say(styled(text, Style.bold));
  }

  /** Opens the next act and names the tool and the verb that do such a thing. */
  void act(String what, String tool, String verb) {
    act++;
    say("");
    say(styled("%d. %s".formatted(act, what), Style.bold, Style.fg_cyan));
    say(INDENT + styled("tool %s, command: %s".formatted(tool, verb), Style.faint));
  }

  /** A line of the act. */
  void line(String text) {
    say(INDENT + text);
  }

  /** A line that begins with who or what it is about. */
  void line(String label, String text) {
    line(styled("%-10s".formatted(label), Style.fg_yellow) + " " + text);
  }

  /** A line of a patch. */
  void patchLine(String text) {
    line(
        switch (text.isEmpty() ? ' ' : text.charAt(0)) {
          case '+' -> styled(text, Style.fg_green);
          case '-' -> styled(text, Style.fg_red);
          case '@' -> styled(text, Style.fg_cyan);
          default -> text;
        });
  }

  void say(String text) {
    out.println(text.stripTrailing());
    out.flush();
  }

  private String styled(String text, IStyle... styles) {
    if (!isColoured) {
      return text;
    }
    var styled = new StringBuilder();
    for (var style : styles) {
      styled.append(VisibleControls.own(style.on()));
    }
    return styled.append(text).append(VisibleControls.own(Style.reset.off())).toString();
  }
}
