package dev.baton.orchestrator.store;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds a word in a text, in capitals or not. The databases differ in which letters they know the
 * capitals of, so that each letter stands in the pattern in all its forms.
 */
final class WordPattern {
  private static final String SPECIAL = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private WordPattern() {}

  /** For {@code glob} of SQLite. */
  static String glob(String word) {
    return "*" + letters(word, letter -> "*?[".indexOf(letter) < 0 ? "%c" : "[%c]") + "*";
  }

  /** For {@code ~} of PostgreSQL. */
  static String expression(String word) {
    return letters(word, letter -> SPECIAL.indexOf(letter) < 0 ? "%c" : "\\%c");
  }

  /**
   * All letters of a word, each in its forms.
   *
   * @param plain the form of a letter that has one only
   */
  private static String letters(String word, IntFunction<String> plain) {
    return word.codePoints()
        .mapToObj(
            letter -> {
              var forms = forms(letter);
              return forms.codePointCount(0, forms.length()) == 1
                  ? plain.apply(letter).formatted(letter)
                  : "[" + forms + "]";
            })
        .collect(Collectors.joining());
  }

  private static String forms(int letter) {
    return IntStream.of(
            letter,
            Character.toLowerCase(letter),
            Character.toUpperCase(letter),
            Character.toTitleCase(letter))
        .distinct()
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
