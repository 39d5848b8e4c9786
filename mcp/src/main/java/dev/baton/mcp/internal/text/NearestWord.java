package dev.baton.mcp.internal.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known word that is nearest to an unknown one. */
public final class NearestWord {
  private static final int LEAST_BEGINNING = 3;

  private NearestWord() {}

  /**
   * The known word with the fewest letters to change, if most of them can stay; else one that
   * begins like it. Whether letters are capital does not matter.
   */
  public static Optional<String> of(String word, List<String> known) {
    var small = small(word);
    return known.stream()
        .min(Comparator.comparingInt(other -> distance(small, small(other))))
        .filter(other -> distance(small, small(other)) <= Math.max(1, word.length() / 3))
        .or(
            () ->
                known.stream()
                    .filter(other -> small.length() >= LEAST_BEGINNING)
                    .filter(other -> small(other).startsWith(small))
                    .findFirst());
  }

  /** The suggestion as a question, to be appended to a sentence; empty if no word is near. */
  public static String asked(String word, List<String> known) {
    return of(word, known).map("; did you mean '%s'?"::formatted).orElse("");
  }

  private static String small(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /** How many letters have to be changed, put in, left out, or swapped with their neighbour. */
  private static int distance(String from, String to) {
    var earlier = new int[to.length() + 1];
    var before = new int[to.length() + 1];
    for (int column = 0; column < before.length; column++) {
      before[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      var now = new int[to.length() + 1];
      now[0] = row;
      for (int column = 1; column < now.length; column++) {
        int change = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        now[column] =
            Math.min(before[column - 1] + change, 1 + Math.min(before[column], now[column - 1]));
        if (row > 1
            && column > 1
            && from.charAt(row - 1) == to.charAt(column - 2)
            && from.charAt(row - 2) == to.charAt(column - 1)) {
          now[column] = Math.min(now[column], earlier[column - 2] + 1);
        }
      }
      earlier = before;
      before = now;
    }
    return before[to.length()];
  }
}
