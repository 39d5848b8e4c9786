package dev.baton.app.web.text;

import dev.baton.app.program.VisibleControls;

/** Makes text of agents and users safe to read: invisible characters are shown as their codes. */
public final class VisibleText {
  private VisibleText() {}

  public static String of(String text) {
    return VisibleControls.visible(text);
  }

  /** The first line that says something. */
  public static String line(String text) {
    return of(text.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip());
  }
}
