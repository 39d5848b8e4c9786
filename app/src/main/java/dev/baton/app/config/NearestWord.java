package dev.baton.app.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What somebody may have meant who wrote a word that nobody knows. */
final class NearestWord {
  private NearestWord() {}

  /** The known word with the fewest letters to change, if most of them can stay. */
  static Optional<String> of(String word, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(other -> distance(word, other)))
        .filter(other -> distance(word, other) <= Math.max(1, word.length() / 3));
  }

  private static int distance(String from, String to) {
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
      }
      before = now;
    }
    return before[to.length()];
  }
}
