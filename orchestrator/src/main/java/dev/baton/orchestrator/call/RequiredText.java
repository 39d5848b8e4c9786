package dev.baton.orchestrator.call;

import dev.baton.mcp.tool.ToolFailure;

/** Texts that callers give: they must say something that people can read. */
public final class RequiredText {
  private static final int LONGEST_LINE = 500;
  private static final int LONGEST_LABEL = 50;
  private static final int LONGEST_TEXT = 1_000_000;

  private RequiredText() {}

  /**
   * A text of any length.
   *
   * @param field its place in the arguments, such as {@code repos/0/name}
   */
  public static String of(String field, String text) {
    if (isBlank(text)) {
      throw ToolFailure.invalid(
          "/" + field,
          "%s is blank".formatted(field),
          "Repeat the call with some text in %s".formatted(field));
    }
    return text;
  }

  /** Whether people cannot see anything of it. */
  public static boolean isBlank(String text) {
    return text.codePoints().noneMatch(RequiredText::isVisible);
  }

  /** Characters that only join or part others, such as U+200B, cannot be read either. */
  private static boolean isVisible(int character) {
    return !Character.isWhitespace(character)
        && !Character.isSpaceChar(character)
        && !Character.isISOControl(character)
        && Character.getType(character) != Character.FORMAT;
  }

  /** A name or title: one line of a length that people can read. */
  public static String line(String field, String text) {
    of(field, text);
    var control = text.chars().filter(Character::isISOControl).findFirst();
    if (control.isPresent()) {
      throw ToolFailure.invalid(
          "/" + field,
          "%s has the control character U+%04X".formatted(field, control.getAsInt()),
          "Repeat the call with %s in one line, without control characters".formatted(field));
    }
    return notLonger(field, text, LONGEST_LINE, "Repeat the call with a shorter %s");
  }

  /** A label's name: a line that fits on a card, without space around it. */
  public static String label(String field, String text) {
    var name = line(field, text).strip();
    return notLonger(field, name, LONGEST_LABEL, "Repeat the call with a shorter %s");
  }

  /** The beginning of a text that fits into a line; may be empty. */
  public static String fitLine(String text) {
    return fit(text, LONGEST_LINE);
  }

  /** The beginning of a text that fits into a label's name; may be empty. */
  public static String fitLabel(String text) {
    return fit(text, LONGEST_LABEL);
  }

  /** The beginning of a text that fits into a description, before a given ending. */
  public static String fitDescription(String text, String ending) {
    return cut(text, LONGEST_TEXT - ending.codePointCount(0, ending.length())) + ending;
  }

  private static String fit(String text, int most) {
    var line = oneLine(text);
    var cut = cut(line, most);
    return cut.equals(line) ? line : oneLine(cut);
  }

  private static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) > most
        ? text.substring(0, text.offsetByCodePoints(0, most))
        : text;
  }

  /** A text without what cannot be in a line, however long it is; may be empty. */
  public static String oneLine(String text) {
    return isBlank(text) ? "" : text.replaceAll("\\p{Cc}+", " ").strip();
  }

  /** What an agent is told. */
  public static String prompt(String text) {
    return bounded("prompt", of("prompt", text));
  }

  /** What a person remarks. */
  public static String remark(String text) {
    return bounded("text", of("text", text));
  }

  /** A description, which may be empty; agents are told it. */
  public static String description(String text) {
    return bounded("description", text);
  }

  private static String bounded(String field, String text) {
    return notLonger(
        field,
        text,
        LONGEST_TEXT,
        "Repeat the call with a shorter %s; put long material into a file of the repository");
  }

  private static String notLonger(String field, String text, int most, String hint) {
    var length = text.codePointCount(0, text.length());
    if (length > most) {
      throw ToolFailure.invalid(
          "/" + field,
          "%s has %d characters, but at most %d are allowed".formatted(field, length, most),
          hint.formatted(field));
    }
    return text;
  }
}
