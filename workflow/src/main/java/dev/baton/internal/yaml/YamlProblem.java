package dev.baton.internal.yaml;

/**
 * Why a text is not one harmless YAML document.
 *
 * @param line the first is 1
 * @param detail what the reader says, or the character as {@code U+0007}; else empty
 */
public record YamlProblem(Kind kind, int line, String detail) {
  /** What is wrong; who reads a file finds the words for it. */
  public enum Kind {
    NOT_YAML,
    CHARACTER,
    TOO_DEEP,
    ALIAS,
    SECOND_DOCUMENT
  }
}
