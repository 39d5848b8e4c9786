package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;

/** Texts that callers give: they must say something, in characters that every program can take. */
final class RequiredText {
  private static final int LONGEST_LINE = 500;
  private static final int LONGEST_TEXT = 1_000_000;

  private RequiredText() {}

  static String of(String field, String text) {
    if (text.isBlank()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s is blank".formatted(field),
          "Repeat the call with some text in %s".formatted(field));
    }
    return withoutNul(field, text);
  }

  /** A name or title: one line of a length that people can read. */
  static String line(String field, String text) {
    of(field, text);
    var control = text.chars().filter(Character::isISOControl).findFirst();
    if (control.isPresent()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s has the control character U+%04X".formatted(field, control.getAsInt()),
          "Repeat the call with %s in one line, without control characters".formatted(field));
    }
    return notLonger(field, text, LONGEST_LINE, "Repeat the call with a shorter %s");
  }

  /** What an agent is told. */
  static String prompt(String text) {
    return bounded("prompt", of("prompt", text));
  }

  /** A description, which may be empty; agents are told it. */
  static String description(String text) {
    return bounded("description", withoutNul("description", text));
  }

  private static String bounded(String field, String text) {
    return notLonger(
        field,
        text,
        LONGEST_TEXT,
        "Repeat the call with a shorter %s; put long material into a file of the repository");
  }

  private static String notLonger(String field, String text, int most, String hint) {
    if (text.length() > most) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s has %d characters, but at most %d are allowed".formatted(field, text.length(), most),
          hint.formatted(field));
    }
    return text;
  }

  private static String withoutNul(String field, String text) {
    if (text.indexOf(0) >= 0) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s has the character NUL".formatted(field),
          "Repeat the call without NUL characters in %s".formatted(field));
    }
    return text;
  }
}
