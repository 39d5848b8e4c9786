package dev.baton.workflow.internal.record;

import java.util.stream.Collectors;

/** Builds parts of sentences: full stops, counted words. */
public final class Sentence {
  private Sentence() {}

  /** Without the full stop and blanks at its end, so that another sentence can take it in. */
  public static String withoutStop(String text) {
    var end = text.length();
    while (end > 0
        && (text.charAt(end - 1) == '.' || Character.isWhitespace(text.charAt(end - 1)))) {
      end--;
    }
    return text.substring(0, end);
  }

  /** With one full stop at its end, unless it ends with another mark. */
  public static String withStop(String text) {
    var bare = withoutStop(text);
    return bare.endsWith("!") || bare.endsWith("?") ? bare : bare + ".";
  }

  /** How many of something there are, such as {@code 1 file} and {@code 2 files}. */
  public static String counted(long number, String one) {
    return counted(number, one, one + "s");
  }

  /** The same for a word whose plural is another. */
  public static String counted(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  /** The first sentence of a text's first paragraph, on one line and without its full stop. */
  public static String first(String text) {
    var line =
        text.strip()
            .lines()
            .map(String::strip)
            .takeWhile(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    for (int i = 0; i < line.length() - 2; i++) {
      if (".!?".indexOf(line.charAt(i)) >= 0
          && line.charAt(i + 1) == ' '
          && !Character.isLowerCase(line.charAt(i + 2))) {
        return withoutStop(line.substring(0, i + 1));
      }
    }
    return withoutStop(line);
  }
}
