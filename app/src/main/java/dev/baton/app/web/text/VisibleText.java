package dev.baton.app.web.text;

import dev.baton.app.program.VisibleControls;

/** Text of agents and users, in which nothing can hide: what has no shape is shown as its code. */
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
