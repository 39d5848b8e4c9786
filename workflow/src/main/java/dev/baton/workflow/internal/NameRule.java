package dev.baton.workflow.internal;

import java.util.stream.Collectors;

/** The rule for every name here: it is visible, and it stays on one line. */
public final class NameRule {
  private NameRule() {}

  /** The value itself, if it keeps the rule. */
  public static String check(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(
          "%s is not blank, got '%s'".formatted(withArticle(what), shown(value)));
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s has no control characters, got '%s'".formatted(withArticle(what), shown(value)));
    }
    return value;
  }

  private static String withArticle(String what) {
    return ("aeiou".indexOf(what.charAt(0)) < 0 ? "A " : "An ") + what;
  }

  /** With escapes for what would break a line of a log or ring a bell. */
  public static String shown(String value) {
    return value
        .chars()
        .mapToObj(
            c -> Character.isISOControl(c) ? "\\u%04x".formatted(c) : Character.toString((char) c))
        .collect(Collectors.joining());
  }
}
