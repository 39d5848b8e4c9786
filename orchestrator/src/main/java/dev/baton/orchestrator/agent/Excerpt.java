package dev.baton.orchestrator.agent;

import java.util.regex.Pattern;

/** Shortens texts to the part that fits into little room. */
public final class Excerpt {
  private static final Pattern ESCAPES = Pattern.compile("\u001B\\[[0-9;?]*[ -/]*[@-~]");

  private Excerpt() {}

  /** The first line that is not blank, at most so many characters long. */
  public static String firstLine(String text, int max) {
    return start(text.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip(), max);
  }

  /** The start of a text, with an ellipsis if something was left out. */
  public static String start(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    var end = max - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }

  /** The text without what only colours a terminal. */
  public static String withoutColours(String text) {
    return text.indexOf('\u001B') < 0 ? text : ESCAPES.matcher(text).replaceAll("");
  }
}
